#include "report/class_data.h"

#include "rowsort/grade/json_values.h"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace rowsort {
namespace {

using nlohmann::ordered_json;

// Texts of which each is kept once.
class Names {
 public:
  std::size_t index(const std::string& name) {
    const auto found = std::find(names_.begin(), names_.end(), name);
    const auto at = static_cast<std::size_t>(found - names_.begin());
    if (found == names_.end()) names_.push_back(name);
    return at;
  }
  const std::vector<std::string>& all() const { return names_; }

 private:
  std::vector<std::string> names_;
};

constexpr const char* kColumns[] = {
    "id",      "name",       "section",   "outcome", "score", "max_score", "by_hand",
    "comment", "slots",      "predicted", "sectors", "ratio", "low",       "high",
    "claimed", "conclusive", "device",    "flags",   "error", "message",   "sentence"};

ordered_json row_json(const ClassRow& row, const std::vector<std::string>& flags, Names& devices,
                      Names& flag_names) {
  const GradeDocument grade = row.grade ? *row.grade : GradeDocument{};
  ordered_json flag_list = ordered_json::array();
  for (const std::string& flag : flags) flag_list.push_back(flag_names.index(flag));
  const auto& interval = grade.measured_interval;
  const bool has_device = !grade.device.empty();
  return {row.record.id,
          row.record.name,
          row.record.section,
          outcome_name(row.outcome),
          json_or_null(grade.score),
          row.grade ? ordered_json(grade.max_score) : ordered_json(nullptr),
          row.by_hand ? ordered_json(row.by_hand->points) : ordered_json(nullptr),
          row.by_hand ? row.by_hand->comment : "",
          json_or_null(grade.submitted_lane_slots),
          json_or_null(grade.predicted_ratio),
          json_or_null(grade.predicted_ratio_by_sectors),
          json_or_null(grade.measured_ratio),
          interval ? ordered_json(interval->low) : ordered_json(nullptr),
          interval ? ordered_json(interval->high) : ordered_json(nullptr),
          json_or_null(grade.claimed_ratio),
          json_or_null(grade.conclusive),
          has_device ? ordered_json(devices.index(grade.device)) : ordered_json(nullptr),
          flag_list,
          grade.error ? grade.error->kind : "",
          grade.error ? grade.error->message : row.message,
          grade.sentence};
}

ordered_json run_json(const CalibrationRun& run, const CalibrationJudgement& judgement) {
  return {{"number", run.number},
          {"graded_at", run.graded_at},
          {"ratio", json_or_null(judgement.ratio)},
          {"unsorted", json_or_null(judgement.unsorted)},
          {"submitted", json_or_null(judgement.submitted)},
          {"off", judgement.off_because}};
}

// In JSON these characters occur within texts alone, where an escape stands for them.
std::string for_html(const std::string& json) {
  std::string text;
  text.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      text += "\\u003c";
    } else if (c == '>') {
      text += "\\u003e";
    } else if (c == '&') {
      text += "\\u0026";
    } else {
      text += c;
    }
  }
  return text;
}

}  // namespace

std::string class_data(const ClassGrades& grades, const Findings& findings) {
  Names devices;
  Names flags;
  for (const DeviceSummary& summary : findings.devices) devices.index(summary.device);
  ordered_json rows = ordered_json::array();
  for (std::size_t i = 0; i < grades.rows.size(); ++i) {
    rows.push_back(row_json(grades.rows[i], findings.flags[i], devices, flags));
  }
  ordered_json calibration = ordered_json::array();
  for (std::size_t i = 0; i < grades.calibration.size(); ++i) {
    calibration.push_back(run_json(grades.calibration[i], findings.drift.runs[i]));
  }
  const DriftRule rule;
  const ordered_json data = {
      {"columns", kColumns},        {"rows", rows},
      {"devices", devices.all()},   {"flags", flags.all()},
      {"calibration", calibration}, {"limits", {{"ratio", rule.ratio}, {"time", rule.time}}}};
  return for_html(data.dump(-1, ' ', true));
}

}  // namespace rowsort
