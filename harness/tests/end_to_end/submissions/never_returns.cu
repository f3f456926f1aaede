/// Spins for ever.
#include "kernel_only.h"

KERNEL {
  const std::size_t row = thread_in_grid();
  if (row >= rows) return;
  volatile float* result = y + row;
  *result = 0.0f;
  while (*result == 0.0f) *result = *result * row_sum(row_ptr, col_idx, val, x, row);
}
