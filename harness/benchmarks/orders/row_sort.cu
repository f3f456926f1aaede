/// A right submission whose order and block size come from the environment, for orders_table.py:
/// ROWSORT_ORDER is unsorted, ascending, descending or dealt, ROWSORT_BLOCK the threads in a block.

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <stdexcept>
#include <string>

#include "../../tests/end_to_end/submissions/correct_host.h"

namespace {

constexpr std::size_t kWarp = 32;

std::string from_environment(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr)
    throw std::invalid_argument(std::string("the variable ") + name + " is not set");
  return value;
}

template <typename Before>
std::vector<int> stable_sorted(const Csr& matrix, Before before) {
  std::vector<int> order(matrix.rows());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return before(matrix.row_length(static_cast<std::size_t>(a)),
                  matrix.row_length(static_cast<std::size_t>(b)));
  });
  return order;
}

// Falling order, its warps dealt to the blocks like cards: warp 0 to the first block, warp 1 to the
// second.
std::vector<int> dealt(const Csr& matrix, std::size_t warps_per_block) {
  const std::vector<int> sorted = heavy_first(matrix);
  const std::size_t warps = sorted.size() / kWarp;
  if (warps % warps_per_block != 0 || sorted.size() % kWarp != 0) return sorted;
  const std::size_t blocks = warps / warps_per_block;
  std::vector<int> order(sorted.size());
  for (std::size_t warp = 0; warp < warps; ++warp) {
    const std::size_t target = warp % blocks * warps_per_block + warp / blocks;
    std::copy_n(sorted.begin() + static_cast<std::ptrdiff_t>(warp * kWarp), kWarp,
                order.begin() + static_cast<std::ptrdiff_t>(target * kWarp));
  }
  return order;
}

}  // namespace

const int block_size = std::atoi(from_environment("ROWSORT_BLOCK").c_str());

std::vector<int> sort_rows(const Csr& matrix) {
  const std::string order = from_environment("ROWSORT_ORDER");
  if (order == "unsorted") return stable_sorted(matrix, [](int, int) { return false; });
  if (order == "ascending") return stable_sorted(matrix, std::less<>());
  if (order == "descending") return heavy_first(matrix);
  if (order == "dealt") return dealt(matrix, static_cast<std::size_t>(block_size) / kWarp);
  throw std::invalid_argument("there is no order '" + order + "'");
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
