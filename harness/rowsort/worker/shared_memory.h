#pragma once

#include <chrono>
#include <cstddef>
#include <span>

namespace rowsort {

/// Anonymous memory that two processes share through a file descriptor (memfd_create). It can grow
/// and never shrinks, so a process that has it mapped cannot be made to fault by the other one.
/// Pages cost memory only once they are touched.
class SharedMemory {
 public:
  /// New memory of this size, zero-filled. Throws std::system_error.
  static SharedMemory create(std::size_t bytes);
  /// Maps all of the memory behind a descriptor that another process created; takes the descriptor.
  static SharedMemory attach(int descriptor);

  SharedMemory(SharedMemory&& other) noexcept;
  SharedMemory& operator=(SharedMemory&& other) noexcept;
  ~SharedMemory();

  int descriptor() const { return descriptor_; }
  std::span<std::byte> bytes() const { return bytes_; }

  /// Grows the memory to at least this size; a new mapping, earlier spans are invalid.
  void grow(std::size_t bytes);
  /// Makes the memory unchangeable for every process, for good. That needs that no other process
  /// has it mapped: waits for those that end, up to `patience`, and returns false when one stays,
  /// or sealed the memory against sealing. The memory is then still there as it was.
  bool seal(std::chrono::milliseconds patience);
  /// Maps what the other process has grown it to; a new mapping, earlier spans are invalid.
  void refresh();

 private:
  explicit SharedMemory(int descriptor) : descriptor_(descriptor) {}
  void map(int protection);
  void unmap();

  int descriptor_ = -1;
  std::span<std::byte> bytes_;
};

}  // namespace rowsort
