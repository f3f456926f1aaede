#pragma once

#include "rowsort/descriptor.h"

#include <chrono>
#include <cstddef>
#include <span>

namespace rowsort {

/// Anonymous memory that two processes share through a file descriptor (memfd_create). It can grow
/// and cannot shrink: so one process cannot make the other fault. Pages cost memory only once they
/// are touched.
class SharedMemory {
 public:
  SharedMemory() = default;  ///< no memory
  /// New memory of this size, zero-filled. Throws std::system_error.
  static SharedMemory create(std::size_t bytes);
  /// Maps the memory of a descriptor that another process created. Takes over the descriptor.
  static SharedMemory attach(int descriptor);

  SharedMemory(SharedMemory&& other) noexcept
      : descriptor_(std::move(other.descriptor_)), bytes_(std::exchange(other.bytes_, {})) {}
  SharedMemory& operator=(SharedMemory&& other) noexcept;
  ~SharedMemory() { unmap(); }

  int descriptor() const { return descriptor_.get(); }
  std::span<std::byte> bytes() const { return bytes_; }

  /// Grows the memory to at least this size. Invalidates bytes() of before.
  void grow(std::size_t bytes);
  /// Makes the memory unchangeable for every process, for good. No other process may have it mapped:
  /// waits for them to end, up to `patience`. Returns false when one stays, or has sealed the memory
  /// against sealing; the memory is then as it was.
  bool seal(std::chrono::milliseconds patience);
  /// Maps what the other process has added. Invalidates bytes() of before.
  void refresh();

 private:
  explicit SharedMemory(int descriptor) : descriptor_(descriptor) {}
  std::size_t size() const;
  void map(int protection);
  void unmap();

  Descriptor descriptor_{-1};
  std::span<std::byte> bytes_;
};

}  // namespace rowsort
