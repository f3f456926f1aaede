/// Right in every row, but each row's result is also written by the thread of the next row.
#include "kernel_only.h"

KERNEL {
  const std::size_t row = thread_in_grid();
  if (row >= rows) return;
  y[row] = row_sum(row_ptr, col_idx, val, x, row);
  if (row > 0) y[row - 1] = row_sum(row_ptr, col_idx, val, x, row - 1);
}
