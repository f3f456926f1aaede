#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "class/class_list.h"
#include "class/student_grading.h"

namespace rowsort {

/// One run over a class, or over a part of it.
struct Batch {
  ClassGrading grading;
  std::vector<Student> students;
  std::size_t jobs = 1;                            ///< submissions that are graded at a time
  std::vector<std::string> regrade;                ///< ids whose grade is to be made again
  std::optional<std::filesystem::path> reference;  ///< what calibration grades
  std::size_t calibrate_every = 20;  ///< submissions; before the first and after the last too
};

/// What came of it.
struct BatchEnd {
  std::vector<StudentOutcome> outcomes;          ///< in the order of Batch::students
  std::size_t graded = 0;                        ///< grades that were made
  std::size_t calibrations = 0;                  ///< likewise, of the reference
  std::vector<std::string> failed_calibrations;  ///< why
  double seconds = 0;
};

/// Brings everybody's record up to date, several at a time. Students whom another batch on the same
/// folder is just grading come last. Tells on standard error how far it is: one line that is
/// overwritten on a terminal, one for each student otherwise.
///
/// One student's failure, whatever it is, becomes that student's outcome and stops nobody else's.
BatchEnd run_batch(const Batch& batch);

}  // namespace rowsort
