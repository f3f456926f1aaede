#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

/// Rows by falling length, rows of one length in their original sequence. For a Csr or a CsrView.
template <typename Matrix>
std::vector<int> heavy_first(const Matrix& matrix) {
  std::vector<int> order(matrix.rows());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return matrix.row_length(static_cast<std::size_t>(a)) >
           matrix.row_length(static_cast<std::size_t>(b));
  });
  return order;
}
