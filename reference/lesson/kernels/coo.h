#pragma once

#include "kernel.h"

// The kernel of coo_atomic.cu that ell.cu launches too.

/// y += A x, one thread per nonzero, the entries in row order. The lanes of a warp with the same
/// row add up among themselves; one of them adds the sum to y with an atomic.
extern "C" __global__ void coo_segments(const int* row, const int* col, const float* val,
                                        const float* x, float* y, std::size_t nnz);

#ifdef ROWSORT_LESSON_METHODS
ROWSORT_LESSON_KERNEL(coo_segments);

namespace rowsort::lesson {

/// 32 lanes for every 32 nonzeros or part of them.
inline std::uint64_t lane_slots_thread_per_nonzero(std::uint64_t nonzeros) {
  return (nonzeros + 31) / 32 * 32;
}

}  // namespace rowsort::lesson
#endif
