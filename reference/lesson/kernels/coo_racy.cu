/// Wrong, and kept to show how: COO without atomics. Threads of one row read and write the same
/// element of y at the same time, and sums are lost. It is no method of the tables; the CPU device
/// runs it traced and names the race.

#include "kernel.h"

extern "C" __global__ void coo_racy(const int* __restrict__ row, const int* __restrict__ col,
                                    const float* __restrict__ val, const float* __restrict__ x,
                                    float* y, std::size_t nnz) {
  const std::size_t e = lesson_thread();
  if (e < nnz) y[row[e]] += val[e] * x[col[e]];
}
