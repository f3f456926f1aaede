#pragma once

#include "rowsort/submission.h"

#include "../../heavy_first.h"

/// What a right submission does to rebuild the matrix, for submissions whose fault or interest lies
/// elsewhere; the order is heavy_first().

inline Csr correct_rebuild(const Csr& matrix, const std::vector<int>& order) {
  Csr sorted{matrix.cols, {0}, {}, {}};
  for (const int row : order) {
    for (int e = matrix.row_ptr[static_cast<std::size_t>(row)];
         e < matrix.row_ptr[static_cast<std::size_t>(row) + 1]; ++e) {
      sorted.col_idx.push_back(matrix.col_idx[static_cast<std::size_t>(e)]);
      sorted.val.push_back(matrix.val[static_cast<std::size_t>(e)]);
    }
    sorted.row_ptr.push_back(static_cast<int>(sorted.val.size()));
  }
  return sorted;
}
