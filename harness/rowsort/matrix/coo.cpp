#include "coo.h"

#include <numeric>

namespace rowsort {

Csr to_csr(const Coo& coo) {
  require_32_bit_shape(coo.rows, coo.cols, coo.nnz());
  Csr csr;
  csr.cols = coo.cols;
  csr.row_ptr.assign(coo.rows + 1, 0);
  for (const int row : coo.row) ++csr.row_ptr[static_cast<std::size_t>(row) + 1];
  std::partial_sum(csr.row_ptr.begin(), csr.row_ptr.end(), csr.row_ptr.begin());

  std::vector<int> next(csr.row_ptr.begin(), csr.row_ptr.end() - 1);
  csr.col_idx.resize(coo.nnz());
  csr.val.resize(coo.nnz());
  for (std::size_t e = 0; e < coo.nnz(); ++e) {
    const auto slot = static_cast<std::size_t>(next[static_cast<std::size_t>(coo.row[e])]++);
    csr.col_idx[slot] = coo.col[e];
    csr.val[slot] = coo.val[e];
  }
  return csr;
}

Coo to_coo(const CsrView& matrix) {
  Coo coo{matrix.rows(),
          matrix.cols,
          {},
          {matrix.col_idx.begin(), matrix.col_idx.end()},
          {matrix.val.begin(), matrix.val.end()}};
  coo.row.reserve(coo.nnz());
  for (std::size_t row = 0; row < coo.rows; ++row) {
    coo.row.insert(coo.row.end(), static_cast<std::size_t>(matrix.row_length(row)),
                   static_cast<int>(row));
  }
  return coo;
}

}  // namespace rowsort
