/// Autolab reads the last line of standard output: points by the name of a problem. A check without
/// points in this run is left out, so that a score given by hand is not overwritten.

#include "rowsort/grade/json_values.h"

#include "export/formats.h"

namespace rowsort {

std::string autolab_grade(const Grade& grade) {
  nlohmann::ordered_json scores = nlohmann::ordered_json::object();
  for (const CheckResult& check : grade.checks) {
    if (check.max_points > 0) scores[check.id] = json_plain_number(check.points);
  }
  return nlohmann::ordered_json{{"scores", scores}}.dump() + "\n";
}

}  // namespace rowsort
