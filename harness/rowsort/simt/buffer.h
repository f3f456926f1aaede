#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace rowsort {

/// What a kernel may do with a buffer.
enum class BufferUse : std::uint8_t {
  kInput,   ///< read it
  kOutput,  ///< write it, and read what has been written; holds nothing before the kernel runs
  kInOut,   ///< read and write it; holds something from the start
};

/// Memory that a kernel gets a pointer to.
struct KernelBuffer {
  std::string name;
  std::span<const std::byte> bytes;
  std::size_t element_size = 4;  ///< in bytes
  BufferUse use = BufferUse::kInput;
};

/// Where a buffer lies, in bytes from any origin.
struct BufferExtent {
  std::string_view name;
  std::size_t begin;
  std::size_t end;
  std::size_t element_size;
};

/// What lies outside every buffer, seen from the nearest.
struct Miss {
  const BufferExtent* buffer;  ///< null where there is no buffer at all
  std::size_t bytes;           ///< from the end of the buffer, or to its start
  std::size_t elements;        ///< past the end or before the start, at least 1
  bool past_end;
};
Miss find_miss(std::span<const BufferExtent> buffers, std::size_t at);

/// "y[12], but y has 10 elements" or "y[-2], before the start of y"; empty without a buffer.
std::string text(const Miss& miss);

}  // namespace rowsort
