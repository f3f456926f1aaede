#include "rowsort/matrix/coo.h"

#include "rowsort/matrix/csr_view.h"

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

}  // namespace rowsort
