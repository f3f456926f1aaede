#pragma once

#include <cstddef>
#include <vector>

namespace rowsort {

/// A sparse matrix in compressed sparse row form.
///
/// Row r owns the entries [row_ptr[r], row_ptr[r + 1]) of col_idx and val. Offsets are 32-bit, so a
/// matrix has at most 2^31 - 1 nonzeros. The struct is plain data: whoever fills it keeps the
/// shapes.
struct Csr {
  std::size_t cols = 0;      ///< number of columns
  std::vector<int> row_ptr;  ///< rows + 1 offsets; starts at 0, never falls, ends at nnz
  std::vector<int> col_idx;  ///< nnz column indices, each in [0, cols)
  std::vector<float> val;    ///< nnz values

  std::size_t rows() const { return row_ptr.empty() ? 0 : row_ptr.size() - 1; }
  std::size_t nnz() const { return val.size(); }
  /// Number of nonzeros of one row.
  int row_length(std::size_t row) const { return row_ptr[row + 1] - row_ptr[row]; }

  bool operator==(const Csr&) const = default;
};

}  // namespace rowsort
