#pragma once

#include "rowsort/simt/trace.h"

#include "device.h"
#include "kernel_memory.h"

/// The traced build of the submission's spmv_sorted, which rowsort::simt::traced_launch can follow.
/// Every program made by rowsort_add_submission() has it next to spmv_sorted. For kernels of other
/// files see rowsort_add_traced_kernels() in harness/cmake/RowsortTrace.cmake.
extern "C" void spmv_sorted_traced(const int* row_ptr, const int* col_idx, const float* val,
                                   const float* x, float* y, std::size_t rows);

namespace rowsort {

/// This machine's processor and its cores.
DeviceInfo cpu_device_info();

/// Runs the kernel that the C++ compiler built once over `memory` with ceil(rows / block_size)
/// blocks, on all processor cores. Throws simt::KernelError, a SubmissionError, for what the kernel
/// does wrong; what() names block, warp and lane and, where the program has debug information, file
/// and line.
void run_kernel_on_cpu(SpmvKernel* kernel, KernelMemory memory, int block_size);

/// The same with the traced build of the kernel; counts what it does (simt/trace.h).
simt::TraceCounts trace_kernel(SpmvKernel* traced_kernel, KernelMemory memory, int block_size);

}  // namespace rowsort
