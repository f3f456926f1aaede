/// A correct submission for orders_table.py. Its order and block size come from the environment:
/// ROWSORT_ORDER is unsorted, ascending, descending or dealt; ROWSORT_BLOCK is the threads in a
/// block.

#include <cstdlib>
#include <stdexcept>
#include <string>

#include "../../tests/end_to_end/submissions/correct_host.h"
#include "orders.h"

namespace {

std::string from_environment(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr)
    throw std::invalid_argument(std::string("the variable ") + name + " is not set");
  return value;
}

}  // namespace

const int block_size = std::atoi(from_environment("ROWSORT_BLOCK").c_str());

std::vector<int> sort_rows(const Csr& matrix) {
  return order_called(from_environment("ROWSORT_ORDER"), matrix, block_size);
}

Csr rebuild(const Csr& matrix, const std::vector<int>& order) {
  return correct_rebuild(matrix, order);
}

extern "C" __global__ void spmv_sorted(const int* __restrict__ row_ptr,
                                       const int* __restrict__ col_idx,
                                       const float* __restrict__ val, const float* __restrict__ x,
                                       float* __restrict__ y, std::size_t rows) {
  const std::size_t row = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int e = row_ptr[row]; e < row_ptr[row + 1]; ++e) sum += val[e] * x[col_idx[e]];
  y[row] = sum;
}
