#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "class/class_folder.h"

namespace rowsort {

/// One student of a class, and where the submission is.
struct Student {
  std::string id;
  std::string name;
  std::string section;
  std::optional<std::filesystem::path> submission;  ///< absolute; absent if nothing was handed in
  std::string problem;  ///< why it is not clear which submission counts; empty if it is
};

/// The students of a class.
struct ClassList {
  std::vector<Student> students;       ///< by id
  std::vector<std::string> not_taken;  ///< names in the folder that are not ids, as visible text
  std::string roster;                  ///< text of the roster; made from the ids if there is none
};

/// Lists a class. `submissions` is one of
///
/// - a folder with a folder, an archive or a .cu file for each student, whose name without .zip,
///   .tar.gz and the like is the id;
/// - a roster with a column `submission`, whose paths are relative to the roster's folder.
///
/// With `roster`, the class is everyone in the roster and everyone else who handed in something. A
/// path in its column `submission` is relative to the folder of submissions and is used instead of
/// a name there.
///
/// Students who are in `grades` from an earlier run stay in the class, so a folder that is not
/// mounted or an id that was renamed drops nobody. To drop a student, remove the folder in `grades`.
///
/// A student with two submissions, such as ada and ada.zip, gets a problem instead of a submission.
/// Names that begin with '.' are ignored. Throws UsageError if there is nothing to grade at a path.
ClassList list_class(const std::filesystem::path& submissions,
                     const std::optional<std::filesystem::path>& roster, const ClassFolder& grades);

}  // namespace rowsort
