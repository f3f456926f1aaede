/// Right, but the thread of the last row also writes one element past the end of y.
#include "kernel_only.h"

KERNEL {
  const std::size_t row = thread_in_grid();
  if (row >= rows) return;
  y[row] = row_sum(row_ptr, col_idx, val, x, row);
  if (row + 1 == rows) y[rows] = 1.0f;
}
