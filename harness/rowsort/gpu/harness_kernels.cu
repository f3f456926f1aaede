/// The harness's own kernels, compiled to a device image of their own.

#include <cstddef>

/// The baseline: the lesson's kernel, one thread per row, on the matrix as it is.
extern "C" __global__ void spmv_thread_per_row(const int* __restrict__ row_ptr,
                                               const int* __restrict__ col_idx,
                                               const float* __restrict__ val,
                                               const float* __restrict__ x, float* __restrict__ y,
                                               std::size_t rows) {
  const std::size_t row = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int e = row_ptr[row]; e < row_ptr[row + 1]; ++e) sum += val[e] * x[col_idx[e]];
  y[row] = sum;
}
