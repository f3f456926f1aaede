/// Right, but zeroes an element of val once its row is done.
#include "kernel_only.h"

KERNEL {
  const std::size_t row = thread_in_grid();
  if (row >= rows) return;
  y[row] = row_sum(row_ptr, col_idx, val, x, row);
  if (row_ptr[row] < row_ptr[row + 1]) const_cast<float*>(val)[row_ptr[row]] = 0.0f;
}
