#pragma once

#include "rowsort/checks/rows.h"

#include <optional>
#include <string>

#include "check_table.h"

/// The timed runs of a kernel that is right.
namespace rowsort {

/// Why a kernel is not timed, as a clause; empty when it is.
std::string not_timed_because(const Inspection& inspection);

/// What the timed runs add to what is known of the kernel.
struct TimedRuns {
  std::optional<SubmissionFault> fault;
  std::optional<std::string> tampering;
  RowComparison rows;   ///< of the first run with a bad row, otherwise of the last run
  std::string bad_run;  ///< "right at first, but in timed run 3 of 60 "; empty without a bad row
};

/// Times the kernel against the unsorted matrix, compares every row of every run, and enters the
/// samples, what they come to, the measured ratio and what the time model predicts into the grade.
/// Throws EnvironmentError.
TimedRuns time_kernel(Inspection& inspection);

}  // namespace rowsort
