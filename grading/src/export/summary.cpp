#include "rowsort/text.h"

#include "export/formats.h"

namespace rowsort {

std::string headline(const Grade& grade) {
  if (!grade.score) return "not graded, and no points are lost";
  return std::string(grade.status == GradeStatus::kPass ? "pass" : "fail") + ": " +
         shortest(*grade.score) + " of " + shortest(grade.max_score) + " points";
}

std::vector<std::string> facts(const Grade& grade) {
  std::vector<std::string> lines;
  if (grade.error) lines.push_back(grade.error->message);
  if (grade.lane_slots.submitted) {
    lines.push_back("lane-slots: " + grouped(grade.lane_slots.unsorted) + " unsorted, " +
                    grouped(*grade.lane_slots.submitted) + " in the submitted order");
  }
  if (grade.ratio.predicted) {
    lines.push_back("ratio by lane-slots: " + fixed(*grade.ratio.predicted, 2));
  }
  if (grade.ratio.measured) {
    lines.push_back("ratio measured: " + fixed(*grade.ratio.measured, 2) +
                    ", which never costs points");
  } else if (!grade.ratio.not_measured_because.empty()) {
    lines.push_back("ratio not measured: " + grade.ratio.not_measured_because);
  }
  if (grade.device) lines.push_back("device: " + grade.device->name);
  return lines;
}

std::string facts_text(const Grade& grade) {
  std::string text;
  for (const std::string& line : facts(grade)) text += line + "\n";
  if (!grade.build_log.empty()) text += "the compilers printed:\n" + grade.build_log;
  return text;
}

std::vector<CheckResult> applying_checks(const Grade& grade) {
  std::vector<CheckResult> checks = grade.checks;
  std::erase_if(checks, [](const CheckResult& check) {
    return check.status == CheckStatus::kSkipped && check.max_points == 0;
  });
  return checks;
}

}  // namespace rowsort
