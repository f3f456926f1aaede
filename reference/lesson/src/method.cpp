#include "method.h"

#include "rowsort/text.h"

#include <algorithm>

namespace rowsort::lesson {

std::vector<std::string> method_ids() {
  std::vector<std::string> ids;
  for (const Method& method : methods()) ids.push_back(method.id);
  return ids;
}

const Method& find_method(const std::string& id) {
  const auto found = std::find_if(methods().begin(), methods().end(),
                                  [&](const Method& method) { return method.id == id; });
  if (found != methods().end()) return *found;
  throw UsageError("there is no kernel '" + id + "'; choose from " + joined(method_ids(), ", "));
}

}  // namespace rowsort::lesson
