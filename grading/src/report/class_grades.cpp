#include "report/class_grades.h"

#include "rowsort/errors.h"
#include "rowsort/visible_text.h"

#include <algorithm>
#include <set>

#include "class/roster.h"

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

// Nothing where the grade was never completed by its state.
std::optional<CalibrationRun> read_run(const ClassFolder& folder, std::uint64_t number) {
  const auto record = read_calibration_state(folder.calibration_state(number));
  if (!record) return std::nullopt;
  CalibrationRun run;
  run.number = number;
  run.graded_at = visible_text(record->graded_at);
  try {
    run.grade = read_grade(folder.calibration_grade(number));
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
  if (!fs::exists(folder.roster())) {
    throw UsageError(folder_path.string() +
                     " has no roster.csv: it is not a folder of rowsort batch");
  }
  const Roster roster = read_roster(folder.roster());
  std::set<std::string> ids = ids_in(folder);
  for (const RosterRow& row : roster.rows) ids.insert(row.id);
  ClassGrades grades;
  for (const std::string& id : ids) {
    const auto record = read_state(folder.state(id));
    grades.rows.push_back(record ? row_of(*record, folder) : not_done_row(id, roster));
  }
  for (const std::uint64_t number : numbers_in(folder.calibration())) {
    const auto run = read_run(folder, number);
    if (run) grades.calibration.push_back(*run);
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
