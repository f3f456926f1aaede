#pragma once

#include "rowsort/grade/grade_json.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "class/class_folder.h"

/// A class as `rowsort report` shows it: read from the folder that `rowsort batch` writes.
namespace rowsort {

/// Points that a person gave.
struct HandPoints {
  double points = 0;
  std::string comment;
};

/// By id.
using PointsByHand = std::map<std::string, HandPoints>;

/// The outcome of a student's submission. outcome_name() has the words, in the same order.
enum class Outcome {
  kPass,
  kFail,
  kUnreadable,      ///< what was handed in was refused
  kMissing,         ///< nothing was handed in
  kInfrastructure,  ///< the machine's fault: no grade, no points lost
  kNotDone          ///< the batch has not graded it yet
};

/// "pass", "fail", "unreadable", "missing", "infrastructure" or "not done".
const char* outcome_name(Outcome outcome);

/// One student. Texts are visible text (visible_text.h), whoever wrote them.
struct ClassRow {
  StudentRecord record;  ///< of a student who is not done only id, name and section
  Outcome outcome = Outcome::kNotDone;
  std::optional<Grade> grade;  ///< absent for missing, and where there is no good one
  std::string message;         ///< why there is no grade, or what else a person should know
  std::optional<HandPoints> by_hand;
};

/// One grade of the reference.
struct CalibrationRun {
  std::uint64_t number = 0;
  std::string graded_at;  ///< ISO 8601, UTC
  std::optional<Grade> grade;
  std::string message;  ///< why there is none
};

struct ClassGrades {
  std::vector<ClassRow> rows;               ///< by id
  std::vector<CalibrationRun> calibration;  ///< by time
};

/// Reads GRADES, and every grade in it. A grade that cannot be read does not end the report: the row
/// gets kInfrastructure, with the reason as its message. Throws UsageError, naming the file, if it is
/// not such a folder, or if its roster or a state.json in it cannot be read.
ClassGrades read_class_grades(const std::filesystem::path& grades);

/// Puts points given by hand into the rows with their ids.
void give_points(ClassGrades& grades, const PointsByHand& points);

}  // namespace rowsort
