#include "csr_method.h"

#include <numeric>

namespace rowsort::lesson {

FormatSize csr_size(std::span<const int> row_lengths) {
  const auto nnz = std::accumulate(
      row_lengths.begin(), row_lengths.end(), std::uint64_t{0},
      [](std::uint64_t sum, int length) { return sum + static_cast<std::uint64_t>(length); });
  return {(row_lengths.size() + 1) * sizeof(int) + nnz * (sizeof(int) + sizeof(float)), nnz};
}

Plan csr_plan(const CsrView& matrix) {
  Plan plan{matrix.rows(), matrix.cols, matrix.nnz(), {}, {}, {}, {}};
  plan.arrays = {borrowed_array("row_ptr", matrix.row_ptr),
                 borrowed_array("col_idx", matrix.col_idx), borrowed_array("val", matrix.val)};
  return plan;
}

Plan sorted_csr_plan(const CsrView& matrix, std::vector<int> order) {
  Csr sorted = permute_rows(matrix, order);
  Plan plan{matrix.rows(), matrix.cols, matrix.nnz(), {}, {}, std::move(order), {}};
  plan.arrays = {owned_array("row_ptr", std::move(sorted.row_ptr)),
                 owned_array("col_idx", std::move(sorted.col_idx)),
                 owned_array("val", std::move(sorted.val))};
  return plan;
}

}  // namespace rowsort::lesson
