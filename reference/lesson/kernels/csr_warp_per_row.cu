/// CSR, one warp per row: each lane takes every 32nd nonzero, so that a warp's loads are
/// consecutive, and a shuffle reduction adds the lanes up.

#include "kernel.h"

template <typename Offset>
__device__ __forceinline__ void warp_per_row(const Offset* __restrict__ row_ptr,
                                             const int* __restrict__ col_idx,
                                             const float* __restrict__ val,
                                             const float* __restrict__ x, float* __restrict__ y,
                                             std::size_t rows) {
  // A warp's 32 threads have the same row, so all of them leave here or none.
  const std::size_t row = lesson_thread() / 32;
  if (row >= rows) return;
  const unsigned lane = threadIdx.x % 32;
  const Offset end = row_ptr[row + 1];
  float sum = 0.0f;
  for (Offset j = row_ptr[row] + static_cast<Offset>(lane); j < end; j += 32) {
    sum += val[j] * x[col_idx[j]];
  }
  sum = lesson_warp_sum(sum);
  if (lane == 0) y[row] = sum;
}

extern "C" __global__ void csr_warp_per_row(const int* __restrict__ row_ptr,
                                            const int* __restrict__ col_idx,
                                            const float* __restrict__ val,
                                            const float* __restrict__ x, float* __restrict__ y,
                                            std::size_t rows) {
  warp_per_row(row_ptr, col_idx, val, x, y, rows);
}

extern "C" __global__ void csr_warp_per_row_64(const long long* __restrict__ row_ptr,
                                               const int* __restrict__ col_idx,
                                               const float* __restrict__ val,
                                               const float* __restrict__ x, float* __restrict__ y,
                                               std::size_t rows) {
  warp_per_row(row_ptr, col_idx, val, x, y, rows);
}

#ifdef ROWSORT_LESSON_METHODS
#include "rowsort/matrix/lane_slots.h"

ROWSORT_LESSON_KERNEL(csr_warp_per_row);

namespace rowsort::lesson {

std::vector<Method> csr_warp_per_row_methods() {
  return {{"csr-warp", "CSR, warp per row", "CSR", lane_slots_warp_per_row,
           [](std::span<const int> lengths) { return rounds_of(longest_row(lengths), 32); },
           csr_size,
           [](const CsrView& matrix, std::uint64_t) {
             Plan plan = csr_plan(matrix);
             plan.launches.push_back({ROWSORT_KERNEL_CODE(csr_warp_per_row),
                                      launch_shape(plan.rows * 32, 256),
                                      {array(0), array(1), array(2), kX, kY, number(plan.rows)}});
             return plan;
           }}};
}

}  // namespace rowsort::lesson
#endif
