#pragma once

#include "kernel.h"

// Places that a thread of ell_thread_per_row has under way at a time.
inline constexpr int kEllLoads = 16;

/// The kernel of ell.cu: a thread for each row, place k of row r at k * pitch + r (formats/ell.h).
extern "C" __global__ void ell_thread_per_row(const int* col_idx, const float* val, const float* x,
                                              float* y, std::size_t rows, std::size_t pitch,
                                              std::size_t width);

#ifdef ROWSORT_LESSON_METHODS
#include "../src/formats/ell.h"

ROWSORT_LESSON_KERNEL(ell_thread_per_row);

namespace rowsort::lesson {

/// The launch of ell_thread_per_row with the arrays `col_idx` and `val` of a plan.
Launch ell_launch(const Ell& ell, Argument col_idx, Argument val);

}  // namespace rowsort::lesson
#endif
