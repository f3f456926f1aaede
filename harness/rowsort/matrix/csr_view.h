#pragma once

#include "rowsort/csr.h"

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace rowsort {

/// Most nonzeros that 32-bit row offsets can address: 2^31 - 1.
inline constexpr std::size_t kMaxNonzeros = std::numeric_limits<int>::max();

/// Most rows or columns that a 32-bit index can name: 2^31 - 1.
inline constexpr std::size_t kMaxRows = std::numeric_limits<int>::max();

/// A CSR matrix stored elsewhere: in a Csr, or in memory shared with another process. Its contents
/// may be wrong: what came from a submission is checked before it is used.
struct CsrView {
  std::size_t cols = 0;
  std::span<const int> row_ptr;
  std::span<const int> col_idx;
  std::span<const float> val;

  CsrView() = default;
  CsrView(std::size_t columns, std::span<const int> offsets, std::span<const int> indices,
          std::span<const float> values)
      : cols(columns), row_ptr(offsets), col_idx(indices), val(values) {}
  CsrView(const Csr& matrix)  // NOLINT: a Csr is usable wherever a view is
      : cols(matrix.cols), row_ptr(matrix.row_ptr), col_idx(matrix.col_idx), val(matrix.val) {}

  std::size_t rows() const { return row_ptr.empty() ? 0 : row_ptr.size() - 1; }
  std::size_t nnz() const { return val.size(); }
  std::size_t row_begin(std::size_t row) const { return static_cast<std::size_t>(row_ptr[row]); }
  std::size_t row_end(std::size_t row) const { return static_cast<std::size_t>(row_ptr[row + 1]); }
  int row_length(std::size_t row) const { return row_ptr[row + 1] - row_ptr[row]; }
};

/// Throws std::length_error, naming the count and the limit, when 32-bit offsets and indices cannot
/// address a matrix of this shape. Call it before allocating anything.
void require_32_bit_shape(std::size_t rows, std::size_t cols, std::size_t nnz);

/// The matrix with its rows in the given order: row i of the result is row order[i] of `matrix`.
/// `order` must be a permutation of the rows, which is not checked here (see find_order_fault() in
/// checks/host_answers.h). O(rows + nnz).
Csr permute_rows(const CsrView& matrix, std::span<const int> order);

}  // namespace rowsort
