/// Wrong on purpose: COO without atomics. Threads of one row read and write the same element of y
/// at the same time, so sums get lost. The kernel is not in the tables. The lesson traces it on the
/// CPU device, which reports the race.

#include "kernel.h"

extern "C" __global__ void coo_racy(const int* __restrict__ row, const int* __restrict__ col,
                                    const float* __restrict__ val, const float* __restrict__ x,
                                    float* y, std::size_t nnz) {
  const std::size_t e = global_thread_index();
  if (e < nnz) y[row[e]] += val[e] * x[col[e]];
}
