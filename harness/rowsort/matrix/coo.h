#pragma once

#include "rowsort/csr.h"

#include <cstddef>
#include <vector>

#include "csr_view.h"

namespace rowsort {

/// A sparse matrix in coordinate form: entry e is val[e] at (row[e], col[e]), in any sequence.
struct Coo {
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::vector<int> row;    ///< nnz row indices, each in [0, rows)
  std::vector<int> col;    ///< nnz column indices, each in [0, cols)
  std::vector<float> val;  ///< nnz values

  std::size_t nnz() const { return val.size(); }
};

/// Converts to CSR in three passes and without sorting: count the entries of each row, prefix sum,
/// scatter. Entries of one row keep their sequence; duplicates stay separate entries.
/// O(rows + nnz) time. Throws std::length_error when 32-bit offsets cannot address the result.
Csr to_csr(const Coo& coo);

/// The same entries with their row index each, in row order; the inverse of to_csr(). O(rows +
/// nnz).
Coo to_coo(const CsrView& matrix);

}  // namespace rowsort
