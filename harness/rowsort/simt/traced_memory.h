#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "buffer.h"
#include "warp.h"

namespace rowsort::simt {

inline constexpr std::uintptr_t kSectorBytes = 32;

/// A write to an element, and what orders it with others. One word, so that it can be exchanged
/// atomically. Epochs are those of BlockRunner, modulo 2^11 and 2^10.
struct ElementWrite {
  std::uint64_t thread : 42;  ///< of the grid, which has at most 2^41, plus 1; 0: no write yet
  std::uint64_t atomic : 1;
  std::uint64_t block_epoch : 11;
  std::uint64_t warp_epoch : 10;
};

/// The last write to each element of a buffer. Several OS threads may use it at once.
class LastWrites {
 public:
  LastWrites(std::size_t elements, unsigned threads_per_block);

  bool written(std::size_t element) const {
    return last_[element].load(std::memory_order_relaxed).thread != 0;
  }

  struct Writer {
    std::uint64_t thread;  ///< of the grid
    CodeAddress code;
  };

  /// Notes the write `now` of the code. Returns who made the write before it if the two race: it is
  /// another thread's, not both are atomic, and the two threads have not synchronized in between.
  std::optional<Writer> write(std::size_t element, ElementWrite now, CodeAddress code);

  std::size_t elements() const { return last_.size(); }

 private:
  bool ordered(ElementWrite before, ElementWrite now) const;

  unsigned threads_per_block_;
  std::vector<std::atomic<ElementWrite>> last_;
  /// Updated after last_, not in one step with it: of two racing threads it may name either's line.
  std::vector<std::atomic<CodeAddress>> code_;
};

/// A buffer of the kernel during a traced launch.
struct TracedBuffer {
  unsigned index;  ///< in the list of buffers
  const KernelBuffer* description;
  std::uintptr_t begin;
  std::uint32_t first_sector;               ///< of the byte at begin, counted over all buffers
  std::unique_ptr<LastWrites> last_writes;  ///< null for an input
};

/// Memory that a kernel may access.
struct Region {
  std::uintptr_t begin = 0;
  std::size_t size = 0;
  const TracedBuffer* buffer = nullptr;  ///< null for memory that is in no buffer

  bool contains(std::uintptr_t address, std::size_t bytes) const {
    const std::size_t offset = address - begin;
    return offset < size && bytes <= size - offset;
  }
};

/// All buffers of a traced launch, shared by its OS threads.
class TracedMemory {
 public:
  /// `buffers` has to outlive it.
  TracedMemory(std::span<const KernelBuffer> buffers, unsigned threads_per_block);

  std::span<const TracedBuffer> buffers() const { return buffers_; }
  std::span<const KernelBuffer> descriptions() const { return descriptions_; }

  /// The regions of the buffers, then the variables of the program and of its libraries.
  std::span<const Region> regions() const { return regions_; }

 private:
  std::span<const KernelBuffer> descriptions_;
  std::vector<TracedBuffer> buffers_;
  std::vector<Region> regions_;
};

/// Where the calling OS thread keeps its thread_local variables. __shared__ variables are there.
std::vector<Region> thread_local_regions();

}  // namespace rowsort::simt
