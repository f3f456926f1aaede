#pragma once

/// What a file of this folder begins with. The file is built three times: by nvcc for a GPU, which
/// sees kernels alone; by the C++ compiler for the CPU device, with what the file says about its
/// methods under ROWSORT_LESSON_METHODS; and traced, kernels alone again.

#include <cstddef>

#if defined(__CUDACC__)
#define ROWSORT_PRAGMA(text) _Pragma(#text)
#define ROWSORT_UNROLL(count) ROWSORT_PRAGMA(unroll count)
#else
#include "rowsort/simt.h"
#define ROWSORT_UNROLL(count)
#if !defined(ROWSORT_TRACED)
#define ROWSORT_LESSON_METHODS 1
#endif
#endif

#if defined(ROWSORT_LESSON_METHODS)
#include "../src/csr_method.h"
#include "../src/method.h"

/// The KernelCode of a kernel that is defined above.
#define ROWSORT_LESSON_KERNEL(kernel) extern "C" decltype(kernel) kernel##_traced
#endif

/// The number of the thread in the grid.
__device__ __forceinline__ std::size_t lesson_thread() {
  return blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
}

/// The sum of `value` over the warp, in lane 0. All 32 lanes call it.
__device__ __forceinline__ float lesson_warp_sum(float value) {
  for (unsigned offset = 16; offset > 0; offset /= 2) {
    value += __shfl_down_sync(0xffffffffu, value, offset);
  }
  return value;
}
