/// Adaptive CSR on rows in falling order of length: the long rows, which come first, get a warp
/// each, all others a thread each. y goes straight to the rows' original places.

#include "kernel.h"

// Loads that a lane has under way at a time.
constexpr int kAdaptiveLoads = 4;

// One long row by one warp.
__device__ __forceinline__ float adaptive_long_row(const int* __restrict__ col_idx,
                                                   const float* __restrict__ val,
                                                   const float* __restrict__ x, int begin,
                                                   int end) {
  float sum = 0.0f;
  for (int first = begin + static_cast<int>(threadIdx.x % 32); first < end;
       first += 32 * kAdaptiveLoads) {
    int column[kAdaptiveLoads];
    float value[kAdaptiveLoads];
    ROWSORT_UNROLL(4)
    for (int k = 0; k < kAdaptiveLoads; ++k) {
      const int j = first + 32 * k;
      column[k] = j < end ? col_idx[j] : 0;
      value[k] = j < end ? val[j] : 0.0f;
    }
    ROWSORT_UNROLL(4)
    for (int k = 0; k < kAdaptiveLoads; ++k) {
      if (first + 32 * k < end) sum += value[k] * x[column[k]];
    }
  }
  return lesson_warp_sum(sum);
}

/// Warps 0 to long_rows - 1 of the grid have a row each, the threads after them one each.
extern "C" __global__ void csr_adaptive(const int* __restrict__ row_ptr,
                                        const int* __restrict__ col_idx,
                                        const float* __restrict__ val,
                                        const int* __restrict__ order, const float* __restrict__ x,
                                        float* __restrict__ y, std::size_t long_rows,
                                        std::size_t rows) {
  const std::size_t thread = lesson_thread();
  if (thread < 32 * long_rows) {
    const std::size_t position = thread / 32;
    const float sum = adaptive_long_row(col_idx, val, x, row_ptr[position], row_ptr[position + 1]);
    if (thread % 32 == 0) y[order[position]] = sum;
    return;
  }
  const std::size_t position = thread - 31 * long_rows;
  if (position >= rows) return;
  float sum = 0.0f;
  for (int j = row_ptr[position]; j < row_ptr[position + 1]; ++j) sum += val[j] * x[col_idx[j]];
  y[order[position]] = sum;
}

#ifdef ROWSORT_LESSON_METHODS
#include "rowsort/matrix/lane_slots.h"
#include "rowsort/matrix/row_lengths.h"

#include <algorithm>

#include "../src/formats/orders.h"

ROWSORT_LESSON_KERNEL(csr_adaptive);

namespace rowsort::lesson {
namespace {

// From here on a warp has more than one step to make.
constexpr int kLongRow = 33;

std::size_t long_rows_of(std::span<const int> falling_lengths) {
  return static_cast<std::size_t>(std::find_if(falling_lengths.begin(), falling_lengths.end(),
                                               [](int length) { return length < kLongRow; }) -
                                  falling_lengths.begin());
}

std::uint64_t adaptive_lane_slots(std::span<const int> lengths) {
  const std::vector<int> falling = row_lengths_in_order(lengths, falling_order(lengths));
  const std::size_t long_rows = long_rows_of(falling);
  const std::span<const int> all = falling;
  return lane_slots_warp_per_row(all.first(long_rows)) +
         lane_slots_thread_per_row(all.subspan(long_rows));
}

FormatSize adaptive_size(std::span<const int> lengths) {
  FormatSize size = csr_size(lengths);
  size.bytes += lengths.size() * sizeof(int);
  return size;
}

Plan adaptive_plan(const CsrView& matrix, std::uint64_t) {
  const std::vector<int> lengths = row_lengths(matrix);
  const std::vector<int> order = falling_order(lengths);
  const std::size_t long_rows = long_rows_of(row_lengths_in_order(lengths, order));
  Plan plan = sorted_csr_plan(matrix, order);
  plan.order.clear();
  plan.arrays.push_back(owned_array("order", order));
  plan.launches = {
      {ROWSORT_KERNEL_CODE(csr_adaptive),
       launch_shape(31 * long_rows + plan.rows, 128),
       {array(0), array(1), array(2), array(3), kX, kY, number(long_rows), number(plan.rows)}}};
  return plan;
}

}  // namespace

std::vector<Method> csr_adaptive_methods() {
  return {{"csr-adaptive", "adaptive CSR, sorted falling", adaptive_lane_slots, adaptive_size,
           adaptive_plan}};
}

}  // namespace rowsort::lesson
#endif
