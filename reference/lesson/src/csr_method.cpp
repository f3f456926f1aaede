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
  require_32_bit_room("CSR", matrix.rows(), matrix.nnz());
  Plan plan{matrix.rows(), matrix.cols, matrix.nnz(), {}, {}, {}, {}};
  plan.arrays = {borrowed_array("row_ptr", matrix.row_ptr),
                 borrowed_array("col_idx", matrix.col_idx), borrowed_array("val", matrix.val)};
  return plan;
}

namespace {

constexpr std::size_t kVector = 4;

std::uint64_t whole_vectors(std::uint64_t elements) {
  return (elements + kVector - 1) / kVector * kVector;
}

template <typename T>
std::vector<T> filled_up(std::span<const T> elements) {
  std::vector<T> filled(elements.begin(), elements.end());
  filled.resize(whole_vectors(filled.size()));
  return filled;
}

}  // namespace

Plan vector_csr_plan(const CsrView& matrix) {
  Plan plan = csr_plan(matrix);
  plan.arrays[1] = owned_array("col_idx", filled_up(matrix.col_idx));
  plan.arrays[2] = owned_array("val", filled_up(matrix.val));
  return plan;
}

FormatSize vector_csr_size(std::span<const int> row_lengths) {
  FormatSize size = csr_size(row_lengths);
  size.bytes += (whole_vectors(size.places) - size.places) * (sizeof(int) + sizeof(float));
  return size;
}

Plan sorted_csr_plan(const CsrView& matrix, std::vector<int> order) {
  require_32_bit_room("CSR", matrix.rows(), matrix.nnz());
  Csr sorted = permute_rows(matrix, order);
  Plan plan{matrix.rows(), matrix.cols, matrix.nnz(), {}, {}, std::move(order), {}};
  plan.arrays = {owned_array("row_ptr", std::move(sorted.row_ptr)),
                 owned_array("col_idx", std::move(sorted.col_idx)),
                 owned_array("val", std::move(sorted.val))};
  return plan;
}

}  // namespace rowsort::lesson
