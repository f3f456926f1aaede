/// Hybrid: the first entries of each row in ELL, the rest of the long rows in COO. It launches two
/// kernels of other files, one after the other.

#include "hybrid.h"

#ifdef ROWSORT_LESSON_METHODS
namespace rowsort::lesson {
namespace {

std::uint64_t hybrid_lane_slots(std::span<const int> lengths) {
  const std::uint64_t ell = ell_size(lengths.size(), hybrid_width(lengths)).places;
  return ell + lane_slots_thread_per_nonzero(hybrid_size(lengths).places - ell);
}

Plan hybrid_plan(const CsrView& matrix, std::uint64_t limit) {
  Hybrid hybrid = to_hybrid(matrix, limit);
  Coo& rest = hybrid.rest;
  const std::size_t nnz = rest.nnz();
  Plan plan(matrix);
  plan.launches = {ell_launch(hybrid.ell, array(0), array(1)),
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

std::vector<Method> hybrid_methods() {
  return {{.id = "hybrid",
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
