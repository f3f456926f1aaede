#pragma once

#include "rowsort/grade/grade.h"

#include <filesystem>
#include <string>

namespace rowsort {

/// Where a grade goes, whichever program it was made by.
struct OutcomeOptions {
  std::string program;  ///< name of the program, for what it says on standard error
  std::filesystem::path json = "grade.json";
  std::filesystem::path html;  ///< empty: no page
  bool quiet = false;          ///< no report
};

/// Throws std::system_error, naming the file, when a file of the outcome could not be written:
/// better before the work than after it.
void require_writable_outcome(const OutcomeOptions& options);

/// Writes the grade and the page, each whole or not at all, prints the report, and gives the exit
/// status (exit_status.h). Throws std::system_error.
int write_outcome(const GradedRun& run, const OutcomeOptions& options);

}  // namespace rowsort
