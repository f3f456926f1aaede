/// A guard that is one row short.
#include "kernel_only.h"

KERNEL {
  const std::size_t row = thread_in_grid();
  if (row + 1 < rows) y[row] = row_sum(row_ptr, col_idx, val, x, row);
}
