/// COO, one thread per nonzero. Threads of one row add to the same element of y, so they need
/// atomics: one for each nonzero (coo_atomic), or one for each row in a warp (coo_segments).

#include "coo.h"

extern "C" __global__ void set_to_zero(float* __restrict__ y, std::size_t rows) {
  const std::size_t row = global_thread_index();
  if (row < rows) y[row] = 0.0f;
}

extern "C" __global__ void coo_atomic(const int* __restrict__ row, const int* __restrict__ col,
                                      const float* __restrict__ val, const float* __restrict__ x,
                                      float* y, std::size_t nnz) {
  const std::size_t e = global_thread_index();
  if (e < nnz) atomicAdd(&y[row[e]], val[e] * x[col[e]]);
}

extern "C" __global__ void coo_segments(const int* __restrict__ row, const int* __restrict__ col,
                                        const float* __restrict__ val, const float* __restrict__ x,
                                        float* y, std::size_t nnz) {
  const std::size_t e = global_thread_index();
  const unsigned lane = threadIdx.x % 32;
  // Lanes past the end do not return: the shuffles below name all 32 lanes.
  const int own_row = e < nnz ? row[e] : -1;
  float sum = e < nnz ? val[e] * x[col[e]] : 0.0f;

  // A prefix sum within each row: after the step with offset 16, `sum` holds this lane's product
  // and those of all lower lanes with the same row.
  for (unsigned offset = 1; offset < 32; offset *= 2) {
    const float lower_sum = __shfl_up_sync(0xffffffffu, sum, offset);
    const int lower_row = __shfl_up_sync(0xffffffffu, own_row, offset);
    if (lane >= offset && lower_row == own_row) sum += lower_sum;
  }

  // The last lane of each row has the sum of the whole row.
  const int next_row = __shfl_down_sync(0xffffffffu, own_row, 1);
  if (own_row >= 0 && (lane == 31 || next_row != own_row)) atomicAdd(&y[own_row], sum);
}

#ifdef ROWSORT_LESSON_METHODS
#include "rowsort/matrix/coo.h"

ROWSORT_LESSON_KERNEL(set_to_zero);
ROWSORT_LESSON_KERNEL(coo_atomic);

namespace rowsort::lesson {
namespace {

FormatSize coo_size(std::span<const int> lengths) {
  const std::uint64_t nnz = nonzeros_of(lengths);
  return {nnz * (sizeof(int) + kPlaceBytes), nnz};
}

Plan coo_plan(const CsrView& matrix, const KernelCode& code) {
  Coo coo = to_coo(matrix);
  Plan plan(matrix);
  plan.arrays = {owned_array("row", std::move(coo.row)), owned_array("col", std::move(coo.col)),
                 owned_array("val", std::move(coo.val))};
  plan.launches = {
      {ROWSORT_KERNEL_CODE(set_to_zero), launch_shape(plan.rows, 256), {kY, number(plan.rows)}},
      {code,
       launch_shape(plan.nnz, 256),
       {array(0), array(1), array(2), kX, kY, number(plan.nnz)}}};
  return plan;
}

Method coo_method(const char* id, const char* name, KernelCode code) {
  return {.id = id,
          .name = name,
          .format = "COO",
          .lane_slots =
              [](std::span<const int> lengths) {
                return lane_slots_thread_per_nonzero(nonzeros_of(lengths));
              },
          .rounds = [](std::span<const int>) { return std::uint64_t{1}; },
          .size = coo_size,
          .plan = [code](const CsrView& matrix, std::uint64_t) { return coo_plan(matrix, code); }};
}

}  // namespace

std::vector<Method> coo_atomic_methods() {
  return {coo_method("coo-atomic", "COO, atomic per nonzero", ROWSORT_KERNEL_CODE(coo_atomic)),
          coo_method("coo-segments", "COO, atomic per row in a warp",
                     ROWSORT_KERNEL_CODE(coo_segments))};
}

}  // namespace rowsort::lesson
#endif
