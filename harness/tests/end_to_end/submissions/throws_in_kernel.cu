/// A host compiler lets a kernel throw. For a GPU it traps.
#include <stdexcept>

#include "kernel_only.h"

KERNEL {
  const std::size_t row = thread_in_grid();
  if (row < rows) y[row] = row_sum(row_ptr, col_idx, val, x, row);
#ifdef __CUDACC__
  if (row == 70) __trap();
#else
  if (row == 70) throw std::runtime_error("seventy");
#endif
}
