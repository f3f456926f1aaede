/// Row-sort exercise: this is the file that you edit and hand in.
///
/// The matrix has 524,288 rows. In each group of 32 rows, 31 rows have 3 nonzeros and one has 419.
/// The kernel below is the one that most people write first: one thread per row. It is right, but
/// on this matrix it wastes almost all of the GPU's work. The 32 rows of a group share a warp, and
/// the 32 lanes of a warp step together. So 31 lanes finish after 3 steps and then wait until the
/// last lane has made its 419 steps.
///
/// You cannot make a warp faster than its longest row. But you choose which rows share a warp.
///
///   1. Predict. How many lane-slots does the sorted matrix need? For each warp of 32 rows, take
///      32 * (its longest row), and add up all warps. Write the sum into answers.json. Do this
///      before you write any code.
///   2. Write sort_rows and rebuild. The kernel stays as it is.
///   3. Run `build/bin/student`. It names the first thing that is wrong: the row, its length, its
///      position.
///   4. On a GPU, write the measured ratio (unsorted time / sorted time) and the name of the GPU
///      into answers.json. Then change the order (long rows first? last?) and block_size, and look
///      at the ratio again.
///   5. Write one sentence: why do 26 times fewer lane-slots not take 26 times less time?
///
/// As it is, this file keeps the rows in their old order. It passes, but it saves no lane-slot.

#include "rowsort/submission.h"

#include <numeric>

/// Threads in a block. A whole number of warps: 32, 64, 96, ... 1024.
const int block_size = 256;

/// order[i] is the number of the row that is stored at position i. Each row occurs exactly
/// once.
///
/// matrix.rows() is the number of rows, matrix.row_length(r) the number of nonzeros of row r.
std::vector<int> sort_rows(const Csr& matrix) {
  std::vector<int> order(matrix.rows());
  std::iota(order.begin(), order.end(), 0);  // 0, 1, 2, ...: the rows stay where they are
  // TO DO: put rows of like length next to each other.
  return order;
}

/// The matrix with row order[i] at position i.
///
/// Row r owns the entries row_ptr[r] up to, but not including, row_ptr[r + 1] of col_idx and val. A
/// row that moves takes its entries along, in the same sequence.
Csr rebuild(const Csr& matrix, const std::vector<int>& order) {
  (void)order;
  // TO DO: follow the order. A copy of the matrix is right only while the rows stay where they are.
  return matrix;
}

/// y = A x, one thread per row: thread i computes y[i], which belongs to the row at position i.
extern "C" __global__ void spmv_sorted(const int* __restrict__ row_ptr,
                                       const int* __restrict__ col_idx,
                                       const float* __restrict__ val, const float* __restrict__ x,
                                       float* __restrict__ y, std::size_t rows) {
  const std::size_t row = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
  if (row >= rows) return;  // the last block may have more threads than there are rows left
  float sum = 0.0f;
  for (int e = row_ptr[row]; e < row_ptr[row + 1]; ++e) sum += val[e] * x[col_idx[e]];
  y[row] = sum;
}
