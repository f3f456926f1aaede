#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "class/class_folder.h"
#include "class/class_list.h"
#include "class/folder_lock.h"

namespace rowsort {

/// How the submissions of a class are graded.
struct ClassGrading {
  ClassFolder grades;
  std::vector<std::string> arguments;  ///< of rowsort grade
  std::string deciding;                ///< what of them can decide a grade, but the seed
  std::optional<std::uint64_t> seed;
  std::chrono::seconds limit{3600};  ///< for one grade
  bool look_only = false;            ///< nothing is graded
};

/// What is known of a student after a look or a grade.
struct StudentOutcome {
  StudentRecord record;  ///< as it is in state.json; state kInfrastructure where there is none
  bool done = false;     ///< record tells of what is handed in now, and nothing is left to be done
  bool is_new = false;   ///< it was made by this call
  std::string headline;  ///< one line for a person
};

/// Asks for a new grade of a student who has one, whoever comes to make it. The current one stays
/// until then.
void ask_for_regrade(const ClassGrading& grading, const std::string& id);

/// Brings a student's record up to date: grades unless there is a grade of the same bytes with the
/// same settings. A fault of the machine never takes the place of a grade: the grade is kept, and
/// its record says what happened. `before_grading` is called before a grade is made.
///
/// The lock is the student's. Throws std::system_error, std::filesystem::filesystem_error or
/// ClassFolderError where the folder cannot be read or written.
StudentOutcome bring_up_to_date(const ClassGrading& grading, const Student& student,
                                const FolderLock& lock,
                                const std::function<void()>& before_grading);

}  // namespace rowsort
