#include "report/class_grades.h"

#include "rowsort/visible_text.h"

#include <algorithm>

namespace rowsort {
namespace {

namespace fs = std::filesystem;

Outcome outcome_without_grade(StudentState state) {
  if (state == StudentState::kMissing) return Outcome::kMissing;
  if (state == StudentState::kUnreadable) return Outcome::kUnreadable;
  return Outcome::kInfrastructure;
}

void read_row(ClassRow& row, const fs::path& file) try {
  row.grade = read_grade(file);
  if (row.record.state != StudentState::kGraded) return;
  if (row.grade->status == GradeStatus::kPass) row.outcome = Outcome::kPass;
  if (row.grade->status == GradeStatus::kFail) row.outcome = Outcome::kFail;
  if (row.grade->status == GradeStatus::kError) row.message = row.grade->error->message;
} catch (const UnreadableGrade& error) {
  row.message = visible_text(error.what());
  row.outcome = Outcome::kInfrastructure;
}

ClassRow row_of(const StudentRecord& record, const ClassFolder& folder) {
  ClassRow row;
  row.record = record;
  row.record.name = visible_text(record.name);
  row.record.section = visible_text(record.section);
  row.message = visible_text(record.message.value_or(""));
  row.outcome = outcome_without_grade(record.state);
  // After a fault of the machine an earlier grade may still be there, and is valid.
  const bool has_grade = record.state == StudentState::kGraded ||
                         record.state == StudentState::kUnreadable ||
                         fs::exists(folder.grade(record.id));
  if (has_grade && record.state != StudentState::kMissing) {
    read_row(row, folder.grade(record.id));
  }
  return row;
}

ClassRow not_done_row(const std::string& id, const Roster& roster) {
  ClassRow row;
  row.record.id = id;
  const auto found = std::ranges::find(roster.rows, id, &RosterRow::id);
  if (found != roster.rows.end()) {
    row.record.name = visible_text(found->name);
    row.record.section = visible_text(found->section);
  }
  row.message = "rowsort batch has not graded it yet";
  return row;
}

CalibrationRun run_of(const CalibrationRecord& record) {
  CalibrationRun run;
  run.number = record.number;
  run.graded_at = visible_text(record.graded_at);
  try {
    run.grade = read_grade(record.grade);
  } catch (const UnreadableGrade& error) {
    run.message = visible_text(error.what());
  }
  return run;
}

}  // namespace

const char* outcome_name(Outcome outcome) {
  static constexpr const char* kNames[] = {"pass",    "fail",           "unreadable",
                                           "missing", "infrastructure", "not done"};
  return kNames[static_cast<std::size_t>(outcome)];
}

ClassGrades read_class_grades(const fs::path& folder_path) {
  const ClassFolder folder(folder_path);
  const ClassRecords records = read_class(folder_path);
  ClassGrades grades;
  for (const StudentRecord& record : records.students) {
    grades.rows.push_back(row_of(record, folder));
  }
  for (const std::string& id : records.not_done) {
    grades.rows.push_back(not_done_row(id, records.roster));
  }
  std::ranges::sort(grades.rows, {},
                    [](const ClassRow& row) -> const std::string& { return row.record.id; });
  for (const CalibrationRecord& record : records.calibration) {
    grades.calibration.push_back(run_of(record));
  }
  std::ranges::stable_sort(grades.calibration, {}, &CalibrationRun::graded_at);
  return grades;
}

void give_points(ClassGrades& grades, const PointsByHand& points) {
  for (ClassRow& row : grades.rows) {
    const auto found = points.find(row.record.id);
    if (found != points.end()) row.by_hand = found->second;
  }
}

}  // namespace rowsort
