/// Classroom 50's result.json, schema classroom50/result/v1. Who handed in what comes from the
/// environment of its runner, never from the submission.

#include "rowsort/errors.h"
#include "rowsort/text.h"

#include <array>
#include <cmath>
#include <cstdlib>

#include "export/formats.h"
#include <nlohmann/json.hpp>

namespace rowsort {
namespace {

using nlohmann::ordered_json;

struct Identity {
  const char* key;
  const char* variable;
  const char* otherwise;  // the variable to take where that one is empty, or null
};

constexpr std::array kIdentity = {
    Identity{"classroom", "CLASSROOM", nullptr},
    Identity{"assignment", "ASSIGNMENT", nullptr},
    Identity{"assignment_type", "ASSIGNMENT_TYPE", nullptr},
    Identity{"owner", "OWNER", nullptr},
    Identity{"submission", "SUBMISSION_TAG", nullptr},
    Identity{"commit", "COMMIT_URL", nullptr},
    Identity{"release", "RELEASE_URL", nullptr},
    Identity{"review", "REVIEW_URL", "COMMIT_URL"},
};

std::string variable(const char* name) {
  const char* value = name == nullptr ? nullptr : std::getenv(name);
  return value == nullptr ? "" : value;
}

ordered_json identity() {
  ordered_json result = {{"schema", "classroom50/result/v1"}};
  std::vector<std::string> missing;
  for (const Identity& field : kIdentity) {
    std::string value = variable(field.variable);
    if (value.empty()) value = variable(field.otherwise);
    if (value.empty()) missing.emplace_back(field.variable);
    result[field.key] = value;
  }
  if (!missing.empty()) {
    throw UsageError("classroom50 needs these variables in the environment: " +
                     joined(missing, ", "));
  }
  const std::string type = result["assignment_type"];
  if (type != "individual" && type != "group") {
    throw UsageError("ASSIGNMENT_TYPE should be individual or group, it is " + type);
  }
  return result;
}

bool whole(double points, int factor) {
  return std::abs(points * factor - std::round(points * factor)) < 1e-9 * factor;
}

// Classroom 50 takes whole points only. Where a rubric has halves, all points are multiplied by the
// same factor, so that nothing is rounded away and the percentage stays.
int factor_to_whole_points(const Grade& grade) {
  for (const int factor : {1, 2, 4, 10, 100, 1000}) {
    bool fits = whole(*grade.score, factor) && whole(grade.max_score, factor);
    for (const CheckResult& check : grade.checks) {
      fits = fits && whole(check.points, factor) && whole(check.max_points, factor);
    }
    if (fits) return factor;
  }
  throw UsageError(
      "classroom50 takes whole points only, and these have more than three digits after the point: "
      "change the rubric");
}

}  // namespace

std::string classroom50_grade(const Grade& grade) {
  const int factor = factor_to_whole_points(grade);
  const auto points = [&](double value) {
    return static_cast<std::int64_t>(std::llround(value * factor));
  };
  ordered_json tests = ordered_json::array();
  for (const CheckResult& check : applying_checks(grade)) {
    tests.push_back({{"test-name", check.id},
                     {"passed", check.status == CheckStatus::kPass},
                     {"score", points(check.points)},
                     {"max-score", points(check.max_points)}});
  }
  ordered_json result = identity();
  result["datetime"] = utc_now();
  result["score"] = points(*grade.score);
  result["max-score"] = points(grade.max_score);
  result["tests"] = tests;
  return result.dump(2) + "\n";
}

}  // namespace rowsort
