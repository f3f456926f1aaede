#pragma once

#include "rowsort/grade/grade.h"

#include <filesystem>
#include <string>

namespace rowsort {

/// Where a grade goes, whichever program made it.
struct OutcomeOptions {
  std::string program;  ///< its name, for messages on standard error
  std::filesystem::path json = "grade.json";
  std::filesystem::path html;  ///< empty: no page
  bool quiet = false;          ///< no report
};

/// Throws std::system_error, naming the file, if a file of the outcome cannot be written: better
/// before the work than after it.
void require_writable_outcome(const OutcomeOptions& options);

/// Writes the grade and the page with write_atomically(), prints the report, and gives the exit
/// status (errors.h). Throws std::system_error.
int write_outcome(const GradedRun& run, const OutcomeOptions& options);

}  // namespace rowsort
