#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>

/// The folder of a class's grades. `rowsort batch` writes it, `rowsort report` reads it, and several
/// machines can share it.
///
///     GRADES/roster.csv               copy of the roster, or the ids that were found without one
///     GRADES/students/ID/grade.json   the current grade (grade.schema.json)
///     GRADES/students/ID/state.json   a StudentRecord; written atomically, after grade.json
///     GRADES/students/ID/history/N.json  earlier grades, N = 1, 2, ...
///     GRADES/calibration/N.json       grades of the reference, N = 1, 2, ...
///     GRADES/calibration/N.state.json    when each was made, and how long it took
///
/// The batch keeps its own files under names that begin with '.'.
namespace rowsort {

enum class StudentState {
  kGraded,         ///< grade.json says pass or fail
  kMissing,        ///< nothing was handed in
  kUnreadable,     ///< what was handed in was refused; grade.json says so, with a score of 0
  kInfrastructure  ///< the machine's fault; the student has no grade
};

/// What state.json holds.
struct StudentRecord {
  std::string id;
  std::string name;
  std::string section;
  std::optional<std::filesystem::path> submission;  ///< what was graded
  StudentState state = StudentState::kMissing;
  std::optional<std::string> source_sha256;   ///< 64 hexadecimal digits; absent if unreadable
  std::optional<std::string> answers_sha256;  ///< likewise
  std::string graded_at;                      ///< ISO 8601, UTC
  double seconds = 0;                         ///< of the last attempt
  std::uint64_t attempts = 0;                 ///< to make a grade, in all
  std::optional<std::string> message;         ///< for a person
  std::string options;                        ///< of rowsort grade, that the grade was made with
  std::optional<std::uint64_t> seed;  ///< of the hidden variants, if the batch was given one
  bool regrade = false;               ///< a new grade was requested and is not there yet

  bool operator==(const StudentRecord&) const = default;
};

/// What N.state.json holds.
struct CalibrationRecord {
  std::string graded_at;  ///< ISO 8601, UTC
  double seconds = 0;
};

/// The paths in the folder.
class ClassFolder {
 public:
  ClassFolder() = default;
  explicit ClassFolder(std::filesystem::path grades) : grades_(std::move(grades)) {}

  std::filesystem::path roster() const { return grades_ / "roster.csv"; }
  std::filesystem::path students() const { return grades_ / "students"; }
  std::filesystem::path student(const std::string& id) const { return students() / id; }
  std::filesystem::path grade(const std::string& id) const { return student(id) / "grade.json"; }
  std::filesystem::path state(const std::string& id) const { return student(id) / "state.json"; }
  std::filesystem::path history(const std::string& id) const { return student(id) / "history"; }
  std::filesystem::path calibration() const { return grades_ / "calibration"; }
  std::filesystem::path calibration_grade(std::uint64_t number) const {
    return calibration() / (std::to_string(number) + ".json");
  }
  std::filesystem::path calibration_state(std::uint64_t number) const {
    return calibration() / (std::to_string(number) + ".state.json");
  }

 private:
  std::filesystem::path grades_;
};

/// A student's state.json; nothing if there is no such file. Throws UsageError.
std::optional<StudentRecord> read_state(const std::filesystem::path& file);

/// Writes a student's state.json, atomically. Throws std::system_error.
void write_state(const std::filesystem::path& file, const StudentRecord& record);

/// The N.state.json of a calibration grade, likewise.
std::optional<CalibrationRecord> read_calibration_state(const std::filesystem::path& file);
void write_calibration_state(const std::filesystem::path& file, const CalibrationRecord& record);

/// Each N of the files N.json and N.state.json in a folder; the highest, or 0 if there are none.
std::set<std::uint64_t> numbers_in(const std::filesystem::path& folder);
std::uint64_t last_number(const std::filesystem::path& folder);

/// The students who have a folder.
std::set<std::string> ids_in(const ClassFolder& grades);

}  // namespace rowsort
