/// Gradescope's results.json. It has no leaderboard: the measured ratio is a result, not a contest.

#include "rowsort/grade/json_values.h"

#include "export/formats.h"

namespace rowsort {

std::string gradescope_grade(const Grade& grade) {
  using nlohmann::ordered_json;
  ordered_json tests = ordered_json::array();
  for (const CheckResult& check : applying_checks(grade)) {
    tests.push_back({{"name", check.id},
                     {"score", json_plain_number(check.points)},
                     {"max_score", json_plain_number(check.max_points)},
                     {"status", check.status == CheckStatus::kPass ? "passed" : "failed"},
                     {"output", check.message},
                     {"output_format", "text"},
                     {"visibility", "visible"}});
  }
  const ordered_json results = {
      {"score", json_plain_number(*grade.score)},
      {"output", headline(grade) + "\n" + facts_text(grade)},
      {"output_format", "text"},
      {"visibility", "visible"},
      {"stdout_visibility", "hidden"},
      {"tests", tests},
      {"extra_data",
       {{"status", grade.status == GradeStatus::kPass ? "pass" : "fail"},
        {"error", grade.error ? ordered_json(grade.error->kind) : ordered_json(nullptr)},
        {"max_score", json_plain_number(grade.max_score)},
        {"submitted_lane_slots", grade.lane_slots.submitted},
        {"predicted_ratio", grade.ratio.predicted},
        {"measured_ratio", grade.ratio.measured},
        {"sentence", grade.answers->sentence},
        {"source_sha256", grade.source_sha256}}}};
  return results.dump(2) + "\n";
}

}  // namespace rowsort
