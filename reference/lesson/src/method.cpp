#include "method.h"

#include <algorithm>
#include <stdexcept>

namespace rowsort::lesson {

std::uint64_t longest_row(std::span<const int> row_lengths) {
  const auto longest = std::max_element(row_lengths.begin(), row_lengths.end());
  return longest == row_lengths.end() ? 0 : static_cast<std::uint64_t>(*longest);
}

const Method& find_method(const std::string& id) {
  const auto found = std::find_if(methods().begin(), methods().end(),
                                  [&](const Method& method) { return method.id == id; });
  if (found != methods().end()) return *found;
  std::string known;
  for (const Method& method : methods()) known += (known.empty() ? "" : ", ") + method.id;
  throw std::invalid_argument("there is no kernel '" + id + "'; there are " + known);
}

}  // namespace rowsort::lesson
