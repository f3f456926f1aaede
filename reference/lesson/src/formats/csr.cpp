#include "csr.h"

namespace rowsort::lesson {
namespace {

constexpr std::size_t kVector = 4;

std::uint64_t whole_vectors(std::uint64_t elements) {
  return (elements + kVector - 1) / kVector * kVector;
}

template <typename T>
std::vector<T> padded(std::span<const T> elements) {
  std::vector<T> copy(elements.begin(), elements.end());
  copy.resize(whole_vectors(copy.size()));
  return copy;
}

}  // namespace

FormatSize csr_size(std::span<const int> row_lengths) {
  const std::uint64_t nnz = nonzeros_of(row_lengths);
  return {(row_lengths.size() + 1) * sizeof(int) + nnz * kPlaceBytes, nnz};
}

Plan csr_plan(const CsrView& matrix) {
  require_32_bit_room("CSR", matrix.rows(), matrix.nnz());
  Plan plan(matrix);
  plan.arrays = {borrowed_array("row_ptr", matrix.row_ptr),
                 borrowed_array("col_idx", matrix.col_idx), borrowed_array("val", matrix.val)};
  return plan;
}

Plan with_csr_launch(Plan plan, const KernelCode& code, std::size_t threads, unsigned block_size) {
  plan.launches.push_back({code,
                           launch_shape(threads, block_size),
                           {array(0), array(1), array(2), kX, kY, number(plan.rows)}});
  return plan;
}

Plan sorted_csr_plan(const CsrView& matrix, std::vector<int> order) {
  require_32_bit_room("CSR", matrix.rows(), matrix.nnz());
  Csr sorted = permute_rows(matrix, order);
  Plan plan(matrix);
  plan.order = std::move(order);
  plan.arrays = {owned_array("row_ptr", std::move(sorted.row_ptr)),
                 owned_array("col_idx", std::move(sorted.col_idx)),
                 owned_array("val", std::move(sorted.val))};
  return plan;
}

Plan vector_csr_plan(const CsrView& matrix) {
  Plan plan = csr_plan(matrix);
  plan.arrays[1] = owned_array("col_idx", padded(matrix.col_idx));
  plan.arrays[2] = owned_array("val", padded(matrix.val));
  return plan;
}

FormatSize vector_csr_size(std::span<const int> row_lengths) {
  FormatSize size = csr_size(row_lengths);
  size.bytes += (whole_vectors(size.places) - size.places) * kPlaceBytes;
  return size;
}

std::vector<int> row_blocks(std::span<const int> row_ptr, int max_nonzeros, int max_rows) {
  std::vector<int> blocks = {0};
  const int rows = row_ptr.empty() ? 0 : static_cast<int>(row_ptr.size() - 1);
  const auto offset = [&](int row) { return row_ptr[static_cast<std::size_t>(row)]; };
  for (int row = 0; row < rows; ++row) {
    const int first = blocks.back();
    const bool too_long = offset(row + 1) - offset(first) > max_nonzeros;
    if (row > first && (too_long || row - first == max_rows)) blocks.push_back(row);
  }
  if (rows > 0) blocks.push_back(rows);
  return blocks;
}

}  // namespace rowsort::lesson
