#include "buffer.h"

#include "rowsort/text.h"

#include <algorithm>

namespace rowsort {
namespace {

/// From one past the last byte, or from the first.
std::size_t distance(const BufferExtent& buffer, std::size_t at) {
  return at >= buffer.end ? at - buffer.end : buffer.begin - at;
}

}  // namespace

Miss find_miss(std::span<const BufferExtent> buffers, std::size_t at) {
  if (buffers.empty()) return {nullptr, ~std::size_t{0}, 0, false};
  const BufferExtent& nearest = *std::min_element(
      buffers.begin(), buffers.end(),
      [at](const auto& a, const auto& b) { return distance(a, at) < distance(b, at); });
  const std::size_t bytes = distance(nearest, at);
  const std::size_t size = nearest.element_size;
  if (at >= nearest.end) return {&nearest, bytes, bytes / size + 1, true};
  return {&nearest, bytes, (bytes + size - 1) / size, false};
}

std::string text(const Miss& miss) {
  if (miss.buffer == nullptr) return "";
  const std::string name(miss.buffer->name);
  if (!miss.past_end) {
    return name + "[-" + grouped(miss.elements) + "], before the start of " + name;
  }
  const std::size_t count = (miss.buffer->end - miss.buffer->begin) / miss.buffer->element_size;
  return name + "[" + grouped(count + miss.elements - 1) + "], but " + name + " has " +
         counted(count, "element");
}

}  // namespace rowsort
