#pragma once

#include "rowsort/submission.h"

#include <algorithm>
#include <numeric>

/// The host functions of a right submission, for submissions whose fault lies elsewhere.

inline std::vector<int> correct_order(const Csr& matrix) {
  std::vector<int> order(matrix.rows());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return matrix.row_length(static_cast<std::size_t>(a)) >
           matrix.row_length(static_cast<std::size_t>(b));
  });
  return order;
}

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
