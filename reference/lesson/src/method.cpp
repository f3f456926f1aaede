#include "method.h"

#include "rowsort/text.h"

#include <algorithm>

namespace rowsort::lesson {

std::string known_methods() {
  std::vector<std::string> ids;
  for (const Method& method : methods()) ids.push_back(method.id);
  return joined(ids, ", ");
}

const Method& find_method(const std::string& id) {
  const auto found = std::find_if(methods().begin(), methods().end(),
                                  [&](const Method& method) { return method.id == id; });
  if (found != methods().end()) return *found;
  throw UsageError("there is no kernel '" + id + "'; choose from " + known_methods());
}

}  // namespace rowsort::lesson
