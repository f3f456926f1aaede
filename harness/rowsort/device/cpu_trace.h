#pragma once

#include "rowsort/simt/trace.h"

#include "device.h"
#include "kernel_memory.h"

/// spmv_sorted of the submission, built such that rowsort::simt::traced_launch sees what it does.
/// Every program made by rowsort_add_submission() has it beside spmv_sorted. For kernels of other
/// files see rowsort_add_traced_kernels() in harness/cmake/RowsortTrace.cmake.
extern "C" void spmv_sorted_traced(const int* row_ptr, const int* col_idx, const float* val,
                                   const float* x, float* y, std::size_t rows);

namespace rowsort {

/// Runs the traced build of a spmv_sorted over `memory` with ceil(rows / block_size) blocks on all
/// processor cores and counts what it does (trace.h). Throws simt::KernelError, a SubmissionError,
/// for what it does wrong.
simt::TraceCounts trace_kernel(SpmvKernel* traced_kernel, KernelMemory memory, int block_size);

}  // namespace rowsort
