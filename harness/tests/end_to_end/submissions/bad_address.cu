/// Reads an element of x that is far outside of it and of everything else.
#include "kernel_only.h"

KERNEL {
  const std::size_t row = thread_in_grid();
  if (row < rows) y[row] = row_sum(row_ptr, col_idx, val, x, row) + x[std::size_t{1} << 45];
}
