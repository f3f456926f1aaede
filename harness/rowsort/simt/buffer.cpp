#include "buffer.h"

#include "rowsort/text.h"

#include <algorithm>

namespace rowsort::simt {
namespace {

std::uintptr_t begin_of(const KernelBuffer& buffer) {
  return reinterpret_cast<std::uintptr_t>(buffer.bytes.data());
}
std::uintptr_t end_of(const KernelBuffer& buffer) {
  return begin_of(buffer) + buffer.bytes.size();
}

/// From one past the last byte, or from the first.
std::size_t distance(const KernelBuffer& buffer, std::uintptr_t address) {
  return address >= end_of(buffer) ? address - end_of(buffer) : begin_of(buffer) - address;
}

}  // namespace

std::optional<OutOfBounds> out_of_bounds(std::span<const KernelBuffer> buffers,
                                         std::uintptr_t address) {
  if (buffers.empty()) return std::nullopt;
  const KernelBuffer& nearest =
      *std::min_element(buffers.begin(), buffers.end(), [address](const auto& a, const auto& b) {
        return distance(a, address) < distance(b, address);
      });
  const std::string& name = nearest.name;
  const std::size_t size = nearest.element_size;
  const std::size_t bytes = distance(nearest, address);
  if (address < end_of(nearest)) {
    const std::size_t before = (bytes + size - 1) / size;
    return OutOfBounds{name + "[-" + grouped(before) + "], before the start of " + name, bytes, 0};
  }
  const std::size_t count = nearest.bytes.size() / size;
  const std::size_t past_end = bytes / size + 1;
  return OutOfBounds{name + "[" + grouped(count + past_end - 1) + "], but " + name + " has " +
                         counted(count, "element"),
                     bytes, past_end};
}

}  // namespace rowsort::simt
