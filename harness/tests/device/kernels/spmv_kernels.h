#pragma once

#include "rowsort/simt.h"

#include <cstddef>

// The lesson's kernels, for row counts that need not fill a warp or a block. Arguments as in
// rowsort/submission.h.

extern "C" __global__ void test_thread_per_row(const int* row_ptr, const int* col_idx,
                                               const float* val, const float* x, float* y,
                                               std::size_t rows);

extern "C" __global__ void test_warp_per_row(const int* row_ptr, const int* col_idx,
                                             const float* val, const float* x, float* y,
                                             std::size_t rows);
