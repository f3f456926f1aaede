#pragma once

#include "kernel.h"

// The kernels of ell.cu and coo_atomic.cu that hybrid.cu launches too.

/// Loads that a thread of ell_thread_per_row keeps in flight.
inline constexpr int kEllLoads = 16;

/// y = A x, one thread per row. Place k of row r is at k * pitch + r (src/formats/ell.h).
extern "C" __global__ void ell_thread_per_row(const int* col_idx, const float* val, const float* x,
                                              float* y, std::size_t rows, std::size_t pitch,
                                              std::size_t width);

/// y += A x, one thread per nonzero, the entries in row order. The lanes of a warp with the same
/// row add up among themselves; one of them adds the sum to y with an atomic.
extern "C" __global__ void coo_segments(const int* row, const int* col, const float* val,
                                        const float* x, float* y, std::size_t nnz);

#ifdef ROWSORT_LESSON_METHODS
#include "../src/formats/ell.h"

ROWSORT_LESSON_KERNEL(ell_thread_per_row);
ROWSORT_LESSON_KERNEL(coo_segments);

namespace rowsort::lesson {

/// The launch of ell_thread_per_row with the arrays `col_idx` and `val` of a plan.
Launch ell_launch(const Ell& ell, Argument col_idx, Argument val);

/// 32 lanes for every 32 nonzeros or part of them.
std::uint64_t lane_slots_thread_per_nonzero(std::uint64_t nonzeros);

}  // namespace rowsort::lesson
#endif
