#pragma once

#include "rowsort/csr.h"

#include <cstddef>
#include <optional>
#include <vector>

#include "csr_view.h"

namespace rowsort {

/// A sparse matrix in coordinate form: entry e is val[e] at (row[e], col[e]). Entries may be in any
/// order.
struct Coo {
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::vector<int> row;    ///< nnz row indices, each in [0, rows)
  std::vector<int> col;    ///< nnz column indices, each in [0, cols)
  std::vector<float> val;  ///< nnz values

  std::size_t nnz() const { return val.size(); }

  void reserve(std::size_t nonzeros);                   ///< makes room for this many entries
  void add(int row_index, int col_index, float value);  ///< appends an entry
};

/// Converts to CSR in three passes, without sorting: count the entries of each row, prefix sum,
/// scatter. Entries of one row keep their order, and duplicates stay separate entries.
/// O(rows + nnz). Throws std::length_error when 32-bit offsets cannot address the result.
Csr to_csr(const Coo& coo);

/// The same entries in row order; the inverse of to_csr(). O(rows + nnz).
Coo to_coo(const CsrView& matrix);

/// Two entries at the same place of the matrix.
struct RepeatedEntry {
  std::size_t first = 0;
  std::size_t second = 0;
};

/// The first entry whose place an earlier entry has already. Nothing when all places differ. O(nnz)
/// where the entries are sorted by row or by column. Otherwise O(nnz log nnz), and 16 bytes of
/// memory for each entry.
std::optional<RepeatedEntry> find_repeated_entry(const Coo& coo);

}  // namespace rowsort
