#pragma once

#include "rowsort/simt/simt.h"

#include <cstddef>

// The lesson's kernels, for any number of rows. Arguments as in rowsort/submission.h.

extern "C" __global__ void test_thread_per_row(const int* row_ptr, const int* col_idx,
                                               const float* val, const float* x, float* y,
                                               std::size_t rows);

extern "C" __global__ void test_warp_per_row(const int* row_ptr, const int* col_idx,
                                             const float* val, const float* x, float* y,
                                             std::size_t rows);

// In COO: one thread for each nonzero. y has to hold zeros.

extern "C" __global__ void test_coo_with_atomics(const int* row_idx, const int* col_idx,
                                                 const float* val, const float* x, float* y,
                                                 std::size_t nnz);

/// Wrong: the threads of one row write the same element.
extern "C" __global__ void test_coo_without_atomics(const int* row_idx, const int* col_idx,
                                                    const float* val, const float* x, float* y,
                                                    std::size_t nnz);

// The same, built for rowsort::simt::traced_launch.
extern "C" decltype(test_thread_per_row) test_thread_per_row_traced;
extern "C" decltype(test_warp_per_row) test_warp_per_row_traced;
extern "C" decltype(test_coo_with_atomics) test_coo_with_atomics_traced;
extern "C" decltype(test_coo_without_atomics) test_coo_without_atomics_traced;
