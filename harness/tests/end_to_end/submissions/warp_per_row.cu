/// Honest and edited: one warp works on 32 rows, one after the other, with shuffles.
#include "kernel_only.h"

KERNEL {
  const std::size_t thread = thread_in_grid();
  const unsigned lane = threadIdx.x % 32;
  const std::size_t first = thread - lane;
  for (std::size_t row = first; row < first + 32 && row < rows; ++row) {
    float sum = 0.0f;
    for (int e = row_ptr[row] + static_cast<int>(lane); e < row_ptr[row + 1]; e += 32) {
      sum += val[e] * x[col_idx[e]];
    }
    for (unsigned offset = 16; offset > 0; offset /= 2)
      sum += __shfl_down_sync(0xffffffffu, sum, offset);
    if (lane == 0) y[row] = sum;
  }
}
