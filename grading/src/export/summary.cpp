#include "export/summary.h"

#include "rowsort/text.h"

namespace rowsort {

std::string headline(const GradeDocument& grade) {
  if (!grade.score) return "not graded, and no points are lost";
  return std::string(grade.status == DocumentStatus::kPass ? "pass" : "fail") + ": " +
         shortest(*grade.score) + " of " + shortest(grade.max_score) + " points";
}

std::vector<std::string> facts(const GradeDocument& grade) {
  std::vector<std::string> lines;
  if (grade.error) lines.push_back(grade.error->message);
  if (grade.unsorted_lane_slots && grade.submitted_lane_slots) {
    lines.push_back("lane-slots: " + grouped(*grade.unsorted_lane_slots) + " unsorted, " +
                    grouped(*grade.submitted_lane_slots) + " in the submitted order");
  }
  if (grade.predicted_ratio) {
    lines.push_back("ratio by lane-slots: " + fixed(*grade.predicted_ratio, 2));
  }
  if (grade.measured_ratio) {
    lines.push_back("ratio measured: " + fixed(*grade.measured_ratio, 2) +
                    ", which never costs points");
  } else if (!grade.not_measured_because.empty()) {
    lines.push_back("ratio not measured: " + grade.not_measured_because);
  }
  if (!grade.device.empty()) lines.push_back("device: " + grade.device);
  return lines;
}

std::string facts_text(const GradeDocument& grade) {
  std::string text;
  for (const std::string& line : facts(grade)) text += line + "\n";
  if (!grade.build_log.empty()) text += "the compilers printed:\n" + grade.build_log;
  return text;
}

std::string outcome(const GradeDocument& grade, const DocumentCheck& check) {
  if (check.status == "skipped") return "not run";
  if (check.status == "pass") return "pass";
  return grade.status == DocumentStatus::kPass ? "to do" : "fail";
}

std::vector<DocumentCheck> applying_checks(const GradeDocument& grade) {
  std::vector<DocumentCheck> checks = grade.checks;
  std::erase_if(checks, [](const DocumentCheck& check) {
    return check.status == "skipped" && check.max_points == 0;
  });
  return checks;
}

}  // namespace rowsort
