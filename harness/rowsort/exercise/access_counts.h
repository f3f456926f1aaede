#pragma once

#include "check_table.h"

namespace rowsort {

/// Counts what the loads and stores of a kernel whose rows are all right come to, in the submitted
/// order and on the unsorted matrix: on the tracing CPU device, with the lane-slots that it executed
/// and the ratio that the sectors predict, and on the GPU. Enters them into the grade. Anything
/// that the trace finds wrong with such a kernel is entered as a finding, which fails nothing.
/// Throws EnvironmentError.
void count_accesses(Inspection& inspection);

}  // namespace rowsort
