#include "report/class_table.h"

#include "rowsort/grade/json_values.h"
#include "rowsort/grade/reference_timings.h"
#include "rowsort/text.h"

#include <functional>
#include <utility>

#include "class/csv_table.h"
#include <nlohmann/json.hpp>

namespace rowsort {
namespace {

using nlohmann::ordered_json;
using Value = ordered_json;  // a text, a number or null

struct Student {
  const ClassRow& row;
  const Grade& grade;  // without values where there is none
  const std::vector<std::string>& flags;
};

struct Column {
  std::string name;
  std::function<Value(const Student&)> value;
  const char* heading = nullptr;  // null: only in class.csv; empty: in the page's data
  std::optional<std::pair<int, int>> digits = {};
  std::vector<const char*> hint = {};
};

constexpr std::pair kWhole = {0, 0};
constexpr std::pair kPoints = {0, 4};
constexpr std::pair kRatio = {2, 2};
constexpr std::pair kBound = {3, 3};

template <typename T>
Value as_value(const T& value) {
  return value;
}

Value as_value(const std::optional<bool>& value) {
  return !value ? "" : *value ? "yes" : "no";
}

// What `figure` gives for the grade; nothing where the student has none.
template <typename Figure>
auto of_grade(Figure figure) {
  return [figure](const Student& student) {
    return student.row.grade ? as_value(figure(student.grade)) : Value();
  };
}

template <typename Part, typename T>
auto of(Part Grade::*part, T Part::*member) {
  return of_grade([part, member](const Grade& grade) { return grade.*part.*member; });
}

auto time_of(TimedRun TimedPair::*side) {
  return of_grade([side](const Grade& grade) { return median_time(grade, side); });
}

template <typename T>
auto of(T StudentRecord::*member) {
  return [member](const Student& student) { return as_value(student.row.record.*member); };
}

auto end_of_interval(double Interval::*end) {
  return [end](const Student& student) {
    const auto interval = measured_interval(student.grade);
    return interval ? Value((*interval).*end) : Value();
  };
}

// Of a student who is not done these say nothing.
Value if_done(const Student& student, Value value) {
  return student.row.outcome == Outcome::kNotDone ? Value() : value;
}

Value total_of(const Student& student) {
  const auto& by_hand = student.row.by_hand;
  if (!by_hand || !student.grade.score) return {};
  return *student.grade.score + by_hand->points;
}

Column check_column(const std::string& id) {
  return {"check_" + id, [id](const Student& student) {
            const CheckResult* const check = find_check(student.grade, id);
            return check == nullptr ? Value() : Value(status_name(check->status));
          }};
}

std::vector<Column> columns_of_student() {
  return {{"id", of(&StudentRecord::id), "id"},
          {"name", of(&StudentRecord::name), "name"},
          {"section", of(&StudentRecord::section), "section"},
          {"outcome", [](const Student& s) { return outcome_name(s.row.outcome); }, "outcome"},
          {"score", of_grade([](const Grade& grade) { return grade.score; }), "score", kPoints},
          {"max_score",
           [](const Student& s) { return s.row.grade ? Value(s.grade.max_score) : Value(); },
           "out of", kPoints},
          {"points_by_hand",
           [](const Student& s) { return s.row.by_hand ? Value(s.row.by_hand->points) : Value(); },
           "by hand", kPoints},
          {"comment_by_hand",
           [](const Student& s) { return s.row.by_hand ? s.row.by_hand->comment : ""; }, ""},
          {"total", total_of},
          {"flags", [](const Student& s) { return joined(s.flags, "; "); }, "flags"},
          {"error_kind",
           [](const Student& s) { return s.grade.error ? s.grade.error->kind : ""; },
           "error",
           {},
           {"message"}},
          {"message",
           [](const Student& s) { return s.grade.error ? s.grade.error->message : s.row.message; },
           ""}};
}

std::vector<Column> columns_of_numbers() {
  return {
      {"ratio_predicted", of(&Grade::ratio, &Ratios::predicted), "by lane-slots", kRatio},
      {"ratio_predicted_by_sectors", of(&Grade::ratio, &Ratios::predicted_by_sectors), "by sectors",
       kRatio},
      {"ratio_predicted_by_time", of(&Grade::ratio, &Ratios::predicted_by_time)},
      {"ratio_measured",
       of(&Grade::ratio, &Ratios::measured),
       "measured",
       kRatio,
       {"ratio_measured_low", "ratio_measured_high"}},
      {"ratio_measured_low", end_of_interval(&Interval::low), "", kBound},
      {"ratio_measured_high", end_of_interval(&Interval::high), "", kBound},
      {"ratio_claimed", of(&Grade::ratio, &Ratios::claimed), "claimed", kRatio},
      {"conclusive", of_grade(is_conclusive)},
      {"inconclusive_because", of_grade([](const Grade& grade) {
         return grade.timing ? grade.timing->measurement.inconclusive_because : "";
       })},
      {"not_measured_because", of(&Grade::ratio, &Ratios::not_measured_because)},
      {"lane_slots_unsorted", of(&Grade::lane_slots, &LaneSlots::unsorted)},
      {"lane_slots_submitted", of(&Grade::lane_slots, &LaneSlots::submitted), "lane-slots", kWhole},
      {"lane_slots_minimum", of(&Grade::lane_slots, &LaneSlots::minimum)},
      {"lane_slots_predicted", of(&Grade::lane_slots, &LaneSlots::predicted)},
      {"lane_slots_executed", of(&Grade::lane_slots, &LaneSlots::executed)},
      {"unsorted_microseconds", time_of(&TimedPair::unsorted)},
      {"submitted_microseconds", time_of(&TimedPair::submitted)},
      {"block_size", of_grade([](const Grade& grade) {
         return grade.block_size ? std::optional<double>(*grade.block_size) : std::nullopt;
       })},
      {"device", of_grade(device_name), "device"}};
}

std::vector<Column> columns_of_submission() {
  return {
      {"source_sha256",
       [](const Student& s) { return s.row.record.source_sha256.value_or(s.grade.source_sha256); }},
      {"answers_sha256", of(&StudentRecord::answers_sha256)},
      {"graded_at", of(&StudentRecord::graded_at)},
      {"seconds", [](const Student& s) { return if_done(s, s.row.record.seconds); }},
      {"attempts", [](const Student& s) { return if_done(s, s.row.record.attempts); }},
      {"student_in_answers", of_grade([](const Grade& grade) { return grade.answers->student; })},
      {"sentence", of_grade([](const Grade& grade) { return grade.answers->sentence; }), ""}};
}

std::vector<Column> all_columns(const Findings& findings) {
  std::vector<Column> columns = columns_of_student();
  const auto append = [&](std::vector<Column> more) {
    columns.insert(columns.end(), more.begin(), more.end());
  };
  append(columns_of_numbers());
  for (const CheckRate& rate : findings.checks) columns.push_back(check_column(rate.id));
  append(columns_of_submission());
  return columns;
}

// Calls `take` with each student and a grade, which is empty where the student has none.
template <typename Take>
void for_each_student(const ClassGrades& grades, const Findings& findings, Take take) {
  for (std::size_t i = 0; i < grades.rows.size(); ++i) {
    const Grade grade = grades.rows[i].grade.value_or(Grade{});
    take(Student{grades.rows[i], grade, findings.flags[i]});
  }
}

std::string csv_field(const Value& value) {
  if (value.is_null()) return "";
  if (value.is_string()) return escape_formula(value.get_ref<const std::string&>());
  return value.is_number_float() ? shortest(value.get<double>()) : value.dump();
}

}  // namespace

std::string class_csv(const ClassGrades& grades, const Findings& findings) {
  const std::vector<Column> columns = all_columns(findings);
  std::vector<std::string> fields;
  for (const Column& column : columns) fields.push_back(column.name);
  std::string text = csv_row(fields);
  for_each_student(grades, findings, [&](const Student& student) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      fields[i] = csv_field(columns[i].value(student));
    }
    text += csv_row(fields);
  });
  return text;
}

std::string class_data(const ClassGrades& grades, const Findings& findings) {
  std::vector<Column> columns = all_columns(findings);
  std::erase_if(columns, [](const Column& column) { return column.heading == nullptr; });
  ordered_json headings = ordered_json::array();
  for (const Column& column : columns) {
    headings.push_back({{"name", column.name},
                        {"heading", column.heading},
                        {"digits", column.digits ? ordered_json(*column.digits) : nullptr},
                        {"hint", column.hint}});
  }
  ordered_json rows = ordered_json::array();
  for_each_student(grades, findings, [&](const Student& student) {
    ordered_json row = ordered_json::array();
    for (const Column& column : columns) row.push_back(column.value(student));
    rows.push_back(std::move(row));
  });
  return ordered_json{{"columns", headings}, {"rows", rows}}.dump();
}

}  // namespace rowsort
