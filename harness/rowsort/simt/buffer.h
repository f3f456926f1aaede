#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace rowsort::simt {

/// What a kernel may do with a buffer.
enum class BufferUse : std::uint8_t {
  kInput,   ///< read it
  kOutput,  ///< write it, and then read what was written; it holds no values before the launch
  kInOut,   ///< read and write it; it holds values before the launch
};

/// Memory that a kernel gets a pointer to.
struct KernelBuffer {
  std::string name;
  std::span<const std::byte> bytes;
  std::size_t element_size = 4;  ///< in bytes
  BufferUse use = BufferUse::kInput;
};

/// An address outside every buffer, as an element of the nearest one.
struct OutOfBounds {
  std::string element;   ///< "y[12], but y has 10 elements" or "y[-2], before the start of y"
  std::size_t distance;  ///< from the buffer's end or start, in bytes
  std::size_t past_end;  ///< elements past the end, at least 1; 0 for an address before the start
};

/// Nothing if there are no buffers.
std::optional<OutOfBounds> out_of_bounds(std::span<const KernelBuffer> buffers,
                                         std::uintptr_t address);

}  // namespace rowsort::simt
