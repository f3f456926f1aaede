/// Leaves the last nonzero of every row out.
#include "kernel_only.h"

KERNEL {
  const std::size_t row = thread_in_grid();
  if (row < rows) y[row] = row_sum(row_ptr, col_idx, val, x, row, 0, 1);
}
