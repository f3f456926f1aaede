#pragma once

#include <filesystem>
#include <string>

#include "class/student_grading.h"

namespace rowsort {

/// Grades the reference as the class is graded and adds it to GRADES/calibration/, one at a time on
/// all machines that share the folder. Returns what went wrong, which then leaves nothing there;
/// mostly empty. A reference that does not pass is something wrong. Throws std::system_error.
std::string calibrate(const ClassGrading& grading, const std::filesystem::path& reference);

}  // namespace rowsort
