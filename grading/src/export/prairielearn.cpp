/// PrairieLearn's results.json. A submission that was not graded, or that does not compile, is "not
/// gradable" there, which costs the student no attempt.

#include "rowsort/grade/json_values.h"

#include "export/formats.h"

namespace rowsort {
namespace {

using nlohmann::ordered_json;

double share(const Grade& grade) {
  if (grade.max_score > 0) return *grade.score / grade.max_score;
  return grade.status == GradeStatus::kPass ? 1 : 0;
}

}  // namespace

std::string prairielearn_grade(const Grade& grade) {
  const bool gradable = grade.score && !(grade.error && grade.error->kind == "does_not_compile");
  ordered_json results = {{"gradable", gradable}};
  if (!gradable) {
    results["message"] = "not graded, and no attempt is lost";
    results["format_errors"] = ordered_json::array({grade.error->message});
    if (!grade.build_log.empty()) results["output"] = grade.build_log;
    return results.dump(2) + "\n";
  }
  ordered_json tests = ordered_json::array();
  for (const CheckResult& check : applying_checks(grade)) {
    tests.push_back({{"name", check.id},
                     {"points", json_plain_number(check.points)},
                     {"max_points", json_plain_number(check.max_points)},
                     {"message", check.message}});
  }
  results["score"] = share(grade);
  results["message"] = headline(grade);
  results["output"] = facts_text(grade);
  results["tests"] = tests;
  return results.dump(2) + "\n";
}

}  // namespace rowsort
