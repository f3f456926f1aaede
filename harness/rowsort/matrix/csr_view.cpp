#include "csr_view.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace rowsort {

void require_32_bit_shape(std::size_t rows, std::size_t cols, std::size_t nnz) {
  const auto refuse = [](const char* what, std::size_t count, std::size_t limit) {
    throw std::length_error("the matrix has " + std::to_string(count) + " " + what +
                            "; 32-bit indices address at most " + std::to_string(limit) +
                            " (2^31 - 1)");
  };
  if (rows > kMaxRows) refuse("rows", rows, kMaxRows);
  if (cols > kMaxRows) refuse("columns", cols, kMaxRows);
  if (nnz > kMaxNonzeros) refuse("nonzeros", nnz, kMaxNonzeros);
}

Csr permute_rows(const CsrView& matrix, std::span<const int> order) {
  Csr result;
  result.cols = matrix.cols;
  result.row_ptr.reserve(order.size() + 1);
  result.row_ptr.push_back(0);
  result.col_idx.resize(matrix.nnz());
  result.val.resize(matrix.nnz());
  for (const int original : order) {
    const auto row = static_cast<std::size_t>(original);
    const auto begin = static_cast<std::ptrdiff_t>(matrix.row_begin(row));
    const auto end = static_cast<std::ptrdiff_t>(matrix.row_end(row));
    const auto target = static_cast<std::ptrdiff_t>(result.row_ptr.back());
    std::copy(matrix.col_idx.begin() + begin, matrix.col_idx.begin() + end,
              result.col_idx.begin() + target);
    std::copy(matrix.val.begin() + begin, matrix.val.begin() + end, result.val.begin() + target);
    result.row_ptr.push_back(result.row_ptr.back() + matrix.row_length(row));
  }
  return result;
}

}  // namespace rowsort
