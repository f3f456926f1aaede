#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "class/class_grading.h"

namespace rowsort {

/// One run over a class, or over a part of it.
struct Batch {
  ClassGrading grading;
  std::vector<Student> students;
  std::size_t jobs = 1;              ///< submissions that are graded at a time
  std::vector<std::string> regrade;  ///< ids whose grade is made again
  std::filesystem::path reference;   ///< for calibration; empty: none
  std::size_t calibrate_every = 20;  ///< submissions; also before the first and after the last
};

/// Its result.
struct BatchEnd {
  std::vector<StudentOutcome> outcomes;          ///< in the order of Batch::students
  std::size_t graded = 0;                        ///< grades that were attempted
  std::size_t calibrations = 0;                  ///< grades of the reference that were added
  std::vector<std::string> failed_calibrations;  ///< why each failed
  double seconds = 0;
};

/// Brings the record of every student up to date, several at a time. Students whom another batch on
/// the same folder is grading come last. Shows progress on standard error: one line that is
/// overwritten on a terminal, one line for each student otherwise.
///
/// If one student fails for any reason, that is the student's outcome, and the others are graded.
BatchEnd run_batch(const Batch& batch);

}  // namespace rowsort
