#include "buffer.h"

#include "rowsort/text.h"

#include <algorithm>

namespace rowsort::simt {
namespace {

/// From one past the last byte, or from the first.
std::size_t distance(const BufferExtent& buffer, std::size_t at) {
  return at >= buffer.end ? at - buffer.end : buffer.begin - at;
}

}  // namespace

std::optional<OutOfBounds> out_of_bounds(std::span<const BufferExtent> buffers, std::size_t at) {
  if (buffers.empty()) return std::nullopt;
  const BufferExtent& nearest = *std::min_element(
      buffers.begin(), buffers.end(),
      [at](const auto& a, const auto& b) { return distance(a, at) < distance(b, at); });
  const std::string name(nearest.name);
  const std::size_t size = nearest.element_size;
  const std::size_t bytes = distance(nearest, at);
  if (at < nearest.end) {
    const std::size_t before = (bytes + size - 1) / size;
    return OutOfBounds{name + "[-" + grouped(before) + "], before the start of " + name, bytes, 0};
  }
  const std::size_t count = (nearest.end - nearest.begin) / size;
  const std::size_t past_end = bytes / size + 1;
  return OutOfBounds{name + "[" + grouped(count + past_end - 1) + "], but " + name + " has " +
                         counted(count, "element"),
                     bytes, past_end};
}

}  // namespace rowsort::simt
