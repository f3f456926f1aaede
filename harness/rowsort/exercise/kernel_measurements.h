#pragma once

#include <string>

#include "check_table.h"

/// What is measured of a kernel whose rows are right, and entered into the grade.
namespace rowsort {

/// Times the kernel against the unsorted matrix, compares every row of every run, and enters the
/// samples, what they come to, the measured ratio and what the time model predicts, or why nothing
/// was measured. `inspection.kernel` then says what the timed runs did: the fault that ended them,
/// the rows of the first run with a bad row, otherwise of the last run. Returns where the bad row
/// came up, "right at first, but in timed run 3 of 60 ", or nothing. Throws EnvironmentError.
std::string time_kernel(Inspection& inspection);

/// Counts what its loads and stores come to, in the submitted order and on the unsorted matrix: on
/// the tracing CPU device, with the lane-slots that it executed and the ratio that the sectors
/// predict, and on the GPU. Does nothing unless the check `all_rows` passed. Anything that the trace
/// finds wrong is entered as a finding, which fails nothing. Throws EnvironmentError.
void count_accesses(Inspection& inspection);

}  // namespace rowsort
