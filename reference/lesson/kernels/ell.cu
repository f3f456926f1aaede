/// ELL, one thread per row. In each step a warp reads 32 consecutive places, whatever the lengths
/// of its rows. The price: the padding is read too. Hybrid stores only the first entries of each row
/// in ELL. After the kernel for them it launches that of COO for the rest of the long rows.

#include "coo.h"

// Loads that a thread keeps in flight.
constexpr int kEllLoads = 16;

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
#include "../src/formats/ell.h"

ROWSORT_LESSON_KERNEL(ell_thread_per_row);

namespace rowsort::lesson {
namespace {

FormatSize size_of(std::span<const int> lengths) {
  return ell_size(lengths.size(), longest_row(lengths));
}

// The first two arrays of the plan are those of `ell`.
Launch ell_launch(const Ell& ell) {
  return {ROWSORT_KERNEL_CODE(ell_thread_per_row),
          launch_shape(ell.rows, 256),
          {array(0), array(1), kX, kY, number(ell.rows), number(ell.pitch), number(ell.width)}};
}

Plan ell_plan(const CsrView& matrix, std::uint64_t limit) {
  Ell ell = to_ell(matrix, limit);
  Plan plan(matrix);
  plan.launches = {ell_launch(ell)};
  plan.arrays = {owned_array("col_idx", std::move(ell.col_idx)),
                 owned_array("val", std::move(ell.val))};
  return plan;
}

std::uint64_t hybrid_lane_slots(std::span<const int> lengths) {
  const std::uint64_t ell = ell_size(lengths.size(), hybrid_width(lengths)).places;
  return ell + lane_slots_thread_per_nonzero(hybrid_size(lengths).places - ell);
}

Plan hybrid_plan(const CsrView& matrix, std::uint64_t limit) {
  Hybrid hybrid = to_hybrid(matrix, limit);
  Coo& rest = hybrid.rest;
  const std::size_t nnz = rest.nnz();
  Plan plan(matrix);
  plan.launches = {ell_launch(hybrid.ell),
                   {ROWSORT_KERNEL_CODE(coo_segments),
                    launch_shape(nnz, 256),
                    {array(2), array(3), array(4), kX, kY, number(nnz)}}};
  plan.arrays = {owned_array("ell_col_idx", std::move(hybrid.ell.col_idx)),
                 owned_array("ell_val", std::move(hybrid.ell.val)),
                 owned_array("row", std::move(rest.row)), owned_array("col", std::move(rest.col)),
                 owned_array("val", std::move(rest.val))};
  return plan;
}

}  // namespace

std::vector<Method> ell_methods() {
  return {
      {.id = "ell",
       .name = "ELL, thread per row",
       .format = "ELL",
       .lane_slots = [](std::span<const int> lengths) { return size_of(lengths).places; },
       .rounds =
           [](std::span<const int> lengths) { return rounds_of(longest_row(lengths), kEllLoads); },
       .size = size_of,
       .plan = ell_plan},
      {.id = "hybrid",
       .name = "hybrid, ELL and COO",
       .format = "hybrid",
       .lane_slots = hybrid_lane_slots,
       .rounds =
           [](std::span<const int> lengths) {
             return rounds_of(hybrid_width(lengths), kEllLoads) + 1;
           },
       .size = hybrid_size,
       .plan = hybrid_plan}};
}

}  // namespace rowsort::lesson
#endif
