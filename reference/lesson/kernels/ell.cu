/// ELL, one thread per row. In each step a warp reads 32 consecutive places, whatever the lengths
/// of its rows. The price: the padding is read too.

#include "hybrid.h"

extern "C" __global__ void ell_thread_per_row(const int* __restrict__ col_idx,
                                              const float* __restrict__ val,
                                              const float* __restrict__ x, float* __restrict__ y,
                                              std::size_t rows, std::size_t pitch,
                                              std::size_t width) {
  const std::size_t row = global_thread_index();
  if (row >= rows) return;
  float sum = 0.0f;
  for (std::size_t first = 0; first < width; first += kEllLoads) {
    // Start all loads of this round before the first one is used.
    int column[kEllLoads];
    float value[kEllLoads];
    ROWSORT_UNROLL(kEllLoads)
    for (int k = 0; k < kEllLoads; ++k) {
      const std::size_t place = (first + static_cast<std::size_t>(k)) * pitch + row;
      const bool inside = first + static_cast<std::size_t>(k) < width;
      column[k] = inside ? load_once(col_idx + place) : -1;
      value[k] = inside ? load_once(val + place) : 0.0f;
    }
    ROWSORT_UNROLL(kEllLoads)
    for (int k = 0; k < kEllLoads; ++k) {
      if (column[k] >= 0) sum += value[k] * x[column[k]];
    }
  }
  y[row] = sum;
}

#ifdef ROWSORT_LESSON_METHODS
namespace rowsort::lesson {
namespace {

FormatSize size_of(std::span<const int> lengths) {
  return ell_size(lengths.size(), longest_row(lengths));
}

Plan ell_plan(const CsrView& matrix, std::uint64_t limit) {
  Ell ell = to_ell(matrix, limit);
  Plan plan(matrix);
  plan.launches = {ell_launch(ell, array(0), array(1))};
  plan.arrays = {owned_array("col_idx", std::move(ell.col_idx)),
                 owned_array("val", std::move(ell.val))};
  return plan;
}

}  // namespace

Launch ell_launch(const Ell& ell, Argument col_idx, Argument val) {
  return {ROWSORT_KERNEL_CODE(ell_thread_per_row),
          launch_shape(ell.rows, 256),
          {col_idx, val, kX, kY, number(ell.rows), number(ell.pitch), number(ell.width)}};
}

std::vector<Method> ell_methods() {
  return {
      {.id = "ell",
       .name = "ELL, thread per row",
       .format = "ELL",
       .lane_slots = [](std::span<const int> lengths) { return size_of(lengths).places; },
       .rounds =
           [](std::span<const int> lengths) { return rounds_of(longest_row(lengths), kEllLoads); },
       .size = size_of,
       .plan = ell_plan}};
}

}  // namespace rowsort::lesson
#endif
