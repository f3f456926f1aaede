/// The guard is per lane, and a shuffle after it names all 32 lanes: those that left never arrive.
#include "kernel_only.h"

KERNEL {
  const std::size_t row = thread_in_grid();
  if (row >= rows) return;
  const float sum = row_sum(row_ptr, col_idx, val, x, row);
  y[row] = __shfl_sync(0xffffffffu, sum, static_cast<int>(threadIdx.x % 32));
}
