// Forgets one of the four things a submission defines.
#include "rowsort/submission.h"

#include <algorithm>
#include <numeric>

std::vector<int> sort_rows(const Csr& matrix) {
  std::vector<int> order(matrix.row_ptr.size() - 1);
  std::iota(order.begin(), order.end(), 0);
  const auto length = [&](int row) { return matrix.row_ptr[row + 1] - matrix.row_ptr[row]; };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return length(a) > length(b); });
  return order;
}

extern const int block_size = 64;

extern "C" __global__ void spmv_sorted(const int* row_ptr, const int* col_idx, const float* val, const float* x,
                                       float* y, std::size_t rows) {
  const std::size_t row = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int e = row_ptr[row]; e < row_ptr[row + 1]; ++e) sum += val[e] * x[col_idx[e]];
  y[row] = sum;
}
