#include "wording.h"

#include "rowsort/text.h"

#include <algorithm>

namespace rowsort {

const char* check_mark(const CheckResult& check) {
  if (check.status == CheckStatus::kPass) return "ok";
  if (check.status == CheckStatus::kSkipped) return "-";
  return check.decides_pass ? "FAIL" : "todo";
}

std::string score_text(const Grade& grade) {
  return "score " + shortest(*grade.score) + " of " + shortest(grade.max_score);
}

std::string points_text(const CheckResult& check) {
  if (check.max_points <= 0) return "";
  return shortest(check.points) + " of " + shortest(check.max_points);
}

std::string device_text(const DeviceInfo& device) {
  const auto units = static_cast<std::uint64_t>(device.multiprocessors);
  if (device.kind == DeviceKind::kCuda)
    return device.name + ", " + counted(units, "multiprocessor");
  return "CPU device on " + device.name + ", " + counted(units, "core");
}

const CheckResult* first_check(const Grade& grade, CheckStatus status) {
  const auto found =
      std::find_if(grade.checks.begin(), grade.checks.end(),
                   [status](const CheckResult& check) { return check.status == status; });
  return found == grade.checks.end() ? nullptr : &*found;
}

}  // namespace rowsort
