#pragma once

/// What a submission (row_sort.cu) defines. This is the only header that it includes.
///
/// The same file is built three ways: by a C++ compiler for its host functions, by the same
/// compiler for the CPU device, and by nvcc for a GPU. So its host code is standard C++20 with no
/// CUDA runtime call, and it holds no <<<...>>>: the harness launches the kernel.

#include <cstddef>
#include <vector>

#include "csr.h"
#ifndef __CUDACC__
#include "rowsort/simt/simt.h"  // __global__, threadIdx, __shfl_down_sync, ... for a C++ compiler
#endif

using rowsort::Csr;

/// Returns the order in which the rows are to be stored: order[i] is the original row at position
/// i. Every row of `matrix` occurs exactly once. Called before the clock starts; may take seconds.
std::vector<int> sort_rows(const Csr& matrix);

/// Returns `matrix` with its rows in the given order: row i of the result is row order[i] of
/// `matrix`, its entries in the same sequence. `cols` stays.
Csr rebuild(const Csr& matrix, const std::vector<int>& order);

/// Threads in a block of the launch: a whole number of warps, 32 to 1024.
extern const int block_size;

/// Computes y = A x, one thread per row.
///
/// Launched with ceil(rows / block_size) blocks of block_size threads and no dynamic shared memory,
/// on the matrix that `rebuild` returned. row_ptr has rows + 1 elements, y has rows; y[i] belongs
/// to position i, and the harness puts it back to the original row afterwards. Everything but y is
/// read-only.
extern "C" __global__ void spmv_sorted(const int* row_ptr, const int* col_idx, const float* val,
                                       const float* x, float* y, std::size_t rows);
