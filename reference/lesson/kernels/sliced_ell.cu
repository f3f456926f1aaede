/// Sliced ELL, one thread per row, one slice of 32 rows per warp. The loads are consecutive, as in
/// ELL, but rows are padded only to the longest row of their slice. Sorting puts rows of similar
/// length into a slice. The kernel writes y in the original row order.

#include "kernel.h"

// Loads that a thread keeps in flight.
constexpr int kSliceLoads = 16;

extern "C" __global__ void sliced_ell(const int* __restrict__ slice_ptr,
                                      const int* __restrict__ col_idx,
                                      const float* __restrict__ val, const int* __restrict__ order,
                                      const float* __restrict__ x, float* __restrict__ y,
                                      std::size_t rows) {
  const std::size_t position = global_thread_index();
  if (position >= rows) return;
  const std::size_t slice = position / 32;
  const int end = slice_ptr[slice + 1];
  float sum = 0.0f;
  for (int first = slice_ptr[slice] + static_cast<int>(position % 32); first < end;
       first += 32 * kSliceLoads) {
    // Start all loads of this round before the first one is used.
    int column[kSliceLoads];
    float value[kSliceLoads];
    ROWSORT_UNROLL(kSliceLoads)
    for (int k = 0; k < kSliceLoads; ++k) {
      const int place = first + 32 * k;
      column[k] = place < end ? load_once(col_idx + place) : -1;
      value[k] = place < end ? load_once(val + place) : 0.0f;
    }
    ROWSORT_UNROLL(kSliceLoads)
    for (int k = 0; k < kSliceLoads; ++k) {
      if (column[k] >= 0) sum += value[k] * x[column[k]];
    }
  }
  y[order[position]] = sum;
}

#ifdef ROWSORT_LESSON_METHODS
#include "../src/formats/orders.h"
#include "../src/formats/sliced_ell.h"

ROWSORT_LESSON_KERNEL(sliced_ell);

namespace rowsort::lesson {
namespace {

Plan sliced_ell_plan(const CsrView& matrix, std::size_t window, std::uint64_t limit) {
  SlicedEll sliced = to_sliced_ell(matrix, window, limit);
  Plan plan(matrix);
  plan.launches = {{ROWSORT_KERNEL_CODE(sliced_ell),
                    launch_shape(plan.rows, 64),
                    {array(0), array(1), array(2), array(3), kX, kY, number(plan.rows)}}};
  plan.arrays = {owned_array("slice_ptr", std::move(sliced.slice_ptr)),
                 owned_array("col_idx", std::move(sliced.col_idx)),
                 owned_array("val", std::move(sliced.val)),
                 owned_array("order", std::move(sliced.order))};
  return plan;
}

Method sliced_ell_method(const char* id, const char* name, const char* format, std::size_t window) {
  const auto size = [window](std::span<const int> lengths) {
    return sliced_ell_size(lengths, window);
  };
  return {
      .id = id,
      .name = name,
      .format = format,
      .lane_slots = [size](std::span<const int> lengths) { return size(lengths).places; },
      .rounds =
          [](std::span<const int> lengths) { return rounds_of(longest_row(lengths), kSliceLoads); },
      .size = size,
      .plan = [window](const CsrView& matrix,
                       std::uint64_t limit) { return sliced_ell_plan(matrix, window, limit); }};
}

}  // namespace

std::vector<Method> sliced_ell_methods() {
  return {
      sliced_ell_method("sliced-ell-1024", "sliced ELL, window 1,024", "sliced ELL, 1,024", 1024),
      sliced_ell_method("sliced-ell-all", "sliced ELL, all rows sorted", "sliced ELL, sorted",
                        kWholeMatrix)};
}

}  // namespace rowsort::lesson
#endif
