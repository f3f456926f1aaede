/// CSR, one warp per row. Each lane takes every 32nd nonzero of the row, so a warp's loads are
/// coalesced. A shuffle reduction adds up the lanes.

#include "kernel.h"

// `Offset` is int, or long long for more than 2^31 nonzeros.
template <typename Offset>
__device__ __forceinline__ void warp_per_row(const Offset* __restrict__ row_ptr,
                                             const int* __restrict__ col_idx,
                                             const float* __restrict__ val,
                                             const float* __restrict__ x, float* __restrict__ y,
                                             std::size_t rows) {
  // The 32 threads of a warp have the same row: either all of them return here, or none.
  const std::size_t row = global_thread_index() / 32;
  if (row >= rows) return;
  const unsigned lane = threadIdx.x % 32;
  const Offset end = row_ptr[row + 1];
  float sum = 0.0f;
  for (Offset e = row_ptr[row] + static_cast<Offset>(lane); e < end; e += 32) {
    sum += val[e] * x[col_idx[e]];
  }
  sum = warp_sum(sum);
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
  return {
      {.id = "csr-warp",
       .name = "CSR, warp per row",
       .format = "CSR",
       .lane_slots = lane_slots_warp_per_row,
       .rounds = [](std::span<const int> lengths) { return rounds_of(longest_row(lengths), 32); },
       .size = csr_size,
       .plan =
           [](const CsrView& matrix, std::uint64_t) {
             return with_csr_launch(csr_plan(matrix), ROWSORT_KERNEL_CODE(csr_warp_per_row),
                                    32 * matrix.rows(), 256);
           }}};
}

}  // namespace rowsort::lesson
#endif
