#include "report/class_csv.h"

#include "rowsort/text.h"

#include <functional>

#include "class/csv_table.h"

namespace rowsort {
namespace {

std::string number(const std::optional<double>& value) {
  return value ? shortest(*value) : "";
}

std::string number(const std::optional<std::uint64_t>& value) {
  return value ? std::to_string(*value) : "";
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : "; ") + word;
  return text;
}

// One row, as columns of a name and a field.
class CsvColumns {
 public:
  CsvColumns(const ClassRow& row, const std::vector<std::string>& flags,
             const std::vector<CheckRate>& checks)
      : row_(row), grade_(row.grade ? *row.grade : GradeDocument{}) {
    add_student();
    add_points();
    add_lane_slots();
    add_ratios();
    add_checks(checks);
    add_provenance(flags);
  }

  const std::vector<std::string>& names() const { return names_; }
  const std::vector<std::string>& fields() const { return fields_; }

 private:
  void add(const std::string& name, const std::string& field) {
    names_.push_back(name);
    fields_.push_back(field);
  }
  void add_text(const std::string& name, const std::string& text) {
    add(name, escape_formula(text));
  }

  void add_student() {
    add_text("id", row_.record.id);
    add_text("name", row_.record.name);
    add_text("section", row_.record.section);
    add("outcome", outcome_name(row_.outcome));
  }

  void add_points() {
    const auto& by_hand = row_.by_hand;
    add("score", number(grade_.score));
    add("max_score", row_.grade ? shortest(grade_.max_score) : "");
    add("points_by_hand", by_hand ? shortest(by_hand->points) : "");
    add_text("comment_by_hand", by_hand ? by_hand->comment : "");
    add("total",
        by_hand && grade_.score ? shortest(*grade_.score + by_hand->points) : std::string());
    add("error_kind", grade_.error ? grade_.error->kind : "");
    add_text("message", grade_.error ? grade_.error->message : row_.message);
  }

  void add_lane_slots() {
    add("lane_slots_unsorted", number(grade_.unsorted_lane_slots));
    add("lane_slots_submitted", number(grade_.submitted_lane_slots));
    add("lane_slots_minimum", number(grade_.minimum_lane_slots));
    add("lane_slots_predicted", number(grade_.predicted_lane_slots));
    add("lane_slots_executed", number(grade_.executed_lane_slots));
  }

  void add_ratios() {
    const auto& interval = grade_.measured_interval;
    add("ratio_predicted", number(grade_.predicted_ratio));
    add("ratio_predicted_by_sectors", number(grade_.predicted_ratio_by_sectors));
    add("ratio_predicted_by_time", number(grade_.predicted_ratio_by_time));
    add("ratio_measured", number(grade_.measured_ratio));
    add("ratio_measured_low", interval ? shortest(interval->low) : "");
    add("ratio_measured_high", interval ? shortest(interval->high) : "");
    add("ratio_claimed", number(grade_.claimed_ratio));
    add("conclusive", !grade_.conclusive ? "" : *grade_.conclusive ? "yes" : "no");
    add_text("inconclusive_because", grade_.inconclusive_because);
    add_text("not_measured_because", grade_.not_measured_because);
    add("unsorted_microseconds", number(grade_.unsorted_microseconds));
    add("submitted_microseconds", number(grade_.submitted_microseconds));
    add("block_size", number(grade_.block_size));
    add_text("device", grade_.device);
  }

  void add_checks(const std::vector<CheckRate>& checks) {
    for (const CheckRate& rate : checks) {
      std::string status;
      for (const DocumentCheck& check : grade_.checks) {
        if (check.id == rate.id) status = check.status;
      }
      add("check_" + rate.id, status);
    }
  }

  void add_provenance(const std::vector<std::string>& flags) {
    add("flags", joined(flags));
    add("source_sha256", row_.record.source_sha256.value_or(grade_.source_sha256));
    add("answers_sha256", row_.record.answers_sha256.value_or(""));
    add_text("graded_at", row_.record.graded_at);
    add("seconds", row_.outcome == Outcome::kNotDone ? "" : shortest(row_.record.seconds));
    add("attempts", row_.outcome == Outcome::kNotDone ? "" : std::to_string(row_.record.attempts));
    add_text("student_in_answers", grade_.student);
    add_text("sentence", grade_.sentence);
  }

  const ClassRow& row_;
  const GradeDocument grade_;
  std::vector<std::string> names_;
  std::vector<std::string> fields_;
};

}  // namespace

std::string class_csv(const ClassGrades& grades, const Findings& findings) {
  std::string text = csv_row(CsvColumns({}, {}, findings.checks).names());
  for (std::size_t i = 0; i < grades.rows.size(); ++i) {
    text += csv_row(CsvColumns(grades.rows[i], findings.flags[i], findings.checks).fields());
  }
  return text;
}

}  // namespace rowsort
