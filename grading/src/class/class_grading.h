#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "class/class_folder.h"
#include "class/class_list.h"
#include "class/student_folder.h"

/// The grade of one student of a class, and of the reference.
namespace rowsort {

/// How the submissions of a class are graded.
struct ClassGrading {
  ClassFolder grades;
  std::vector<std::string> arguments;  ///< of rowsort grade
  std::string deciding;                ///< those that can change a grade, without the seed
  std::optional<std::uint64_t> seed;
  std::chrono::seconds limit{3600};  ///< for one grade
  bool look_only = false;            ///< nothing is graded
};

/// What is known of a student.
struct StudentOutcome {
  StudentRecord record;    ///< as in state.json; state kInfrastructure if there is no file
  bool done = false;       ///< record is of what is handed in now, and nothing is left to do
  bool attempted = false;  ///< this call tried to make a grade
  std::string headline;    ///< one line for a person
};

/// Marks a student's grade, if there is one, to be made again by the next run. The current grade
/// stays until then.
void ask_for_regrade(const ClassGrading& grading, const std::string& id);

/// Brings a student's record up to date. Grades the submission unless there is a grade of the same
/// bytes with the same settings. A fault of the machine never replaces a grade: the grade is kept,
/// and its record says what happened. Calls `before_grading` before it grades.
///
/// The lock is the student's. Throws std::system_error or UsageError if the folder cannot be read or
/// written.
StudentOutcome bring_up_to_date(const ClassGrading& grading, const Student& student,
                                const Descriptor& lock,
                                const std::function<void()>& before_grading);

/// Grades the reference in the same way as the class and adds the grade to GRADES/calibration/, one
/// at a time on all machines that share the folder. Returns what went wrong, which includes a
/// reference that does not pass; nothing is added then. Empty if all went well. Throws
/// std::system_error.
std::string calibrate(const ClassGrading& grading, const std::filesystem::path& reference);

}  // namespace rowsort
