#pragma once

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "class/class_folder.h"

namespace rowsort {

/// One student of a class, and where the submission is.
struct Student {
  std::string id;
  std::string name;
  std::string section;
  std::optional<std::filesystem::path>
      submission;       ///< absolute; nothing was handed in where absent
  std::string problem;  ///< why it cannot be said which submission is meant; mostly empty
};

/// Who is in a class.
struct ClassList {
  std::vector<Student> students;       ///< by id
  std::vector<std::string> not_taken;  ///< names in the folder that are nobody's, visible text
  std::string roster;                  ///< text of the roster; made up where there is none
};

/// There is nothing to be graded at a path. what() names it.
class ClassListError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Puts a class together. `submissions` is a folder with a folder, an archive or a .cu file for
/// each student, whose name without .zip, .tar.gz and the like is the id; or a roster with a column
/// `submission`, whose paths then begin at the roster's folder. With `roster`, everyone in it is in
/// the class, and so is whoever has handed in without being in it; a path in its column
/// `submission` begins at the folder of submissions and goes before a name.
///
/// Who is in `grades` from before stays in the class, so that a folder that is not mounted, or an
/// id that was renamed, leaves nobody out; remove the student's folder there to be rid of it.
///
/// Who has two submissions, say ada and ada.zip, has a problem instead of a submission. Names with
/// a '.' at the beginning are passed over. Throws ClassListError, RosterError.
ClassList list_class(const std::filesystem::path& submissions,
                     const std::optional<std::filesystem::path>& roster, const ClassFolder& grades);

}  // namespace rowsort
