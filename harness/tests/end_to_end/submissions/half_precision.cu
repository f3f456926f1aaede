/// Rounds values to the 11 significant bits of half precision before it multiplies.
#include "kernel_only.h"

__device__ inline float to_half_precision(float value) {
  // Veltkamp splitting at 24 - 11 = 13 bits. A fused multiply-add would undo it.
  const float shift = __fmul_rn(value, 8193.0f);
  return shift - (shift - value);
}

KERNEL {
  const std::size_t row = thread_in_grid();
  if (row >= rows) return;
  float sum = 0.0f;
  for (int e = row_ptr[row]; e < row_ptr[row + 1]; ++e)
    sum += to_half_precision(val[e]) * x[col_idx[e]];
  y[row] = sum;
}
