#pragma once

#include "rowsort/device/device.h"
#include "rowsort/device/kernel_memory.h"
#include "rowsort/device/trace.h"

namespace rowsort {

/// Runs the traced build of a spmv_sorted over `memory` with ceil(rows / block_size) blocks on all
/// processor cores and counts what it does (trace.h). Throws SubmissionFailure, whose what() names
/// block, warp, lane and, where the program has debug information, file and line, for what it does
/// wrong.
simt::TraceCounts trace_kernel(SpmvKernel* traced_kernel, KernelMemory memory, int block_size);

}  // namespace rowsort
