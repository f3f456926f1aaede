#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "class/roster.h"

/// The folder that the grades of a class are in: written by `rowsort batch`, read by `rowsort
/// report`, shared between machines.
///
///     GRADES/roster.csv               copy of the roster, or the ids found where there was none
///     GRADES/students/ID/grade.json   the current grade (grade.schema.json)
///     GRADES/students/ID/state.json   a StudentRecord: written after grade.json, whole or not at
///     all GRADES/students/ID/history/N.json  earlier grades, N = 1, 2, ...
///     GRADES/calibration/N.json       grades of the reference, N rising
///     GRADES/calibration/N.state.json    when, and how long it took
///
/// Names that begin with a '.' are the batch's own.
namespace rowsort {

enum class StudentState {
  kGraded,         ///< grade.json says pass or fail
  kMissing,        ///< nothing was handed in
  kUnreadable,     ///< what was handed in was refused; grade.json says so, with a score of 0
  kInfrastructure  ///< the machine's fault, and there is no grade of the student's
};

/// "graded", "missing", "unreadable", "infrastructure".
std::string_view state_name(StudentState state);

/// What state.json holds.
struct StudentRecord {
  std::string id;
  std::string name;
  std::string section;
  std::optional<std::filesystem::path> submission;  ///< what was graded
  StudentState state = StudentState::kMissing;
  std::optional<std::string> source_sha256;   ///< 64 hexadecimal digits, where it could be read
  std::optional<std::string> answers_sha256;  ///< likewise
  std::string graded_at;                      ///< ISO 8601, UTC
  double seconds = 0;                         ///< that the last attempt took
  std::uint64_t attempts = 0;                 ///< at a grade, in all
  std::optional<std::string> message;         ///< what a person should know
  std::string options;                ///< that the grade was made with, as rowsort grade takes them
  std::optional<std::uint64_t> seed;  ///< of the hidden variants, where one was asked for
  bool regrade = false;               ///< a new grade was asked for and is not there yet

  bool operator==(const StudentRecord&) const = default;
};

/// One grade of the reference.
struct CalibrationRecord {
  std::uint64_t number = 0;
  std::filesystem::path grade;  ///< the file
  std::string graded_at;        ///< ISO 8601, UTC
  double seconds = 0;
};

/// Where things are in it.
class ClassFolder {
 public:
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

/// Everything but the grades themselves, which a class has hundreds of.
struct ClassRecords {
  Roster roster;
  std::vector<StudentRecord> students;  ///< by id
  std::vector<std::string> not_done;    ///< ids without state.json, of the roster or of a folder
  std::vector<CalibrationRecord> calibration;  ///< by number
};

/// A class folder does not hold what it should. what() names the file.
class ClassFolderError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads GRADES. Throws ClassFolderError when it is no class folder or a state.json in it is none;
/// RosterError when its roster cannot be read.
ClassRecords read_class(const std::filesystem::path& grades);

/// A student's state.json, or nothing where there is none. Throws ClassFolderError.
std::optional<StudentRecord> read_state(const std::filesystem::path& file);

/// Writes a student's state.json, whole or not at all. Throws std::system_error.
void write_state(const std::filesystem::path& file, const StudentRecord& record);

/// Writes the N.state.json of a calibration grade, likewise.
void write_calibration_state(const std::filesystem::path& file, const CalibrationRecord& record);

/// Now, as "2026-01-31T23:59:59Z".
std::string utc_now();

}  // namespace rowsort
