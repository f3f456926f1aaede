#include "method.h"

#include <algorithm>
#include <stdexcept>

namespace rowsort::lesson {

const Method& find_method(const std::string& id) {
  const auto found = std::find_if(methods().begin(), methods().end(),
                                  [&](const Method& method) { return method.id == id; });
  if (found != methods().end()) return *found;
  std::string known;
  for (const Method& method : methods()) known += (known.empty() ? "" : ", ") + method.id;
  throw std::invalid_argument("there is no kernel '" + id + "'; there are " + known);
}

}  // namespace rowsort::lesson
