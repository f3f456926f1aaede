#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "buffer.h"
#include "trace_writers.h"

namespace rowsort::simt {

/// A buffer of the kernel during a traced launch.
struct TracedBuffer {
  unsigned index;  ///< in the list of buffers
  const KernelBuffer* description;
  std::uintptr_t begin;
  std::uint32_t first_sector;        ///< counted over all buffers; that of the byte at begin
  std::unique_ptr<Writers> writers;  ///< null for an input
};

/// Memory that a kernel may access.
struct Region {
  std::uintptr_t begin = 0;
  std::size_t size = 0;
  const TracedBuffer* buffer = nullptr;  ///< null for memory that is not the kernel's data

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

  /// As addresses.
  std::span<const BufferExtent> extents() const { return extents_; }

 private:
  std::vector<TracedBuffer> buffers_;
  std::vector<Region> regions_;
  std::vector<BufferExtent> extents_;
};

/// Where the calling OS thread keeps its thread_local variables, which is where __shared__ ones
/// are.
std::vector<Region> thread_local_regions();

}  // namespace rowsort::simt
