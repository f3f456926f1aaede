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

/// A write to an element, and what orders it with others.
struct ElementWrite {
  std::uint64_t thread;  ///< of the grid
  bool atomic;
  unsigned block_epoch;  ///< BlockRunner::block_epoch() at the time
  unsigned warp_epoch;
  CodeAddress code;
};

/// The last write to each element of a buffer. Several OS threads may use it at once.
class LastWrites {
 public:
  LastWrites(std::size_t elements, unsigned threads_per_block);

  bool written(std::size_t element) const {
    return last_[element].load(std::memory_order_relaxed) != 0;
  }

  /// Returns the write before `now` if the two race: another thread made it, not both are atomic,
  /// and the two threads have not synchronized in between.
  std::optional<ElementWrite> write(std::size_t element, const ElementWrite& now);

  std::size_t elements() const { return last_.size(); }

 private:
  bool ordered(const ElementWrite& before, const ElementWrite& now) const;

  unsigned threads_per_block_;
  std::vector<std::atomic<std::uint64_t>> last_;  ///< packed; 0: nobody
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
  TracedMemory(std::span<const KernelBuffer> buffers, unsigned threads_per_block);

  std::span<const TracedBuffer> buffers() const { return buffers_; }

  /// The regions of the buffers, then the variables of the program and of its libraries.
  std::span<const Region> regions() const { return regions_; }

  /// Of the buffers, as addresses.
  std::span<const BufferExtent> extents() const { return extents_; }

 private:
  std::vector<TracedBuffer> buffers_;
  std::vector<Region> regions_;
  std::vector<BufferExtent> extents_;
};

/// Where the calling OS thread keeps its thread_local variables. __shared__ variables are there.
std::vector<Region> thread_local_regions();

}  // namespace rowsort::simt
