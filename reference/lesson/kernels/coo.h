#pragma once

#include "kernel.h"

// Kernels of coo.cu that other methods use too.

/// y = 0, one thread for each row.
extern "C" __global__ void set_to_zero(float* y, std::size_t rows);

/// y += the product, one thread for each nonzero. The entries are in row order: the lanes of a warp
/// with the same row add up among themselves, and one of them adds the sum to y by an atomic.
extern "C" __global__ void coo_segments(const int* row, const int* col, const float* val,
                                        const float* x, float* y, std::size_t nnz);

#ifdef ROWSORT_LESSON_METHODS
ROWSORT_LESSON_KERNEL(set_to_zero);
ROWSORT_LESSON_KERNEL(coo_segments);

namespace rowsort::lesson {

/// 32 lanes for each started 32 nonzeros.
std::uint64_t lane_slots_thread_per_nonzero(std::uint64_t nonzeros);

}  // namespace rowsort::lesson
#endif
