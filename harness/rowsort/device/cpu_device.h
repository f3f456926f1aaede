#pragma once

#include "rowsort/simt/trace.h"

#include <memory>

#include "device.h"
#include "kernel_memory.h"

/// The traced build of the submission's spmv_sorted, which rowsort::simt::traced_launch can follow.
/// Every program made by rowsort_add_submission() has it next to spmv_sorted. For kernels of other
/// files see rowsort_add_traced_kernels() in harness/cmake/RowsortTrace.cmake.
extern "C" void spmv_sorted_traced(const int* row_ptr, const int* col_idx, const float* val,
                                   const float* x, float* y, std::size_t rows);

namespace rowsort {

/// Runs the kernel that the C++ compiler built on this machine's processor cores (0: all of them).
std::unique_ptr<Device> make_cpu_device(SpmvKernel* kernel, unsigned cores = 0);

/// Runs the traced build of a spmv_sorted over `memory` with ceil(rows / block_size) blocks on all
/// processor cores, and counts what it does (simt/trace.h). Throws simt::KernelError, a
/// SubmissionError, for what the kernel does wrong; what() names block, warp and lane and, where the program has debug
/// information, file and line.
simt::TraceCounts trace_kernel(SpmvKernel* traced_kernel, KernelMemory memory, int block_size);

}  // namespace rowsort
