/// COO, one thread per nonzero. Nothing says where a row ends, so threads of one row add to the
/// same element of y and have to take turns: atomics. Once with an atomic for each nonzero, once
/// with one for each row in a warp.

#include "coo.h"

extern "C" __global__ void set_to_zero(float* __restrict__ y, std::size_t rows) {
  const std::size_t row = lesson_thread();
  if (row < rows) y[row] = 0.0f;
}

extern "C" __global__ void coo_atomic(const int* __restrict__ row, const int* __restrict__ col,
                                      const float* __restrict__ val, const float* __restrict__ x,
                                      float* y, std::size_t nnz) {
  const std::size_t e = lesson_thread();
  if (e < nnz) atomicAdd(&y[row[e]], val[e] * x[col[e]]);
}

extern "C" __global__ void coo_segments(const int* __restrict__ row, const int* __restrict__ col,
                                        const float* __restrict__ val, const float* __restrict__ x,
                                        float* y, std::size_t nnz) {
  const std::size_t e = lesson_thread();
  const unsigned lane = threadIdx.x % 32;
  // Lanes past the end come along, since the shuffles name all 32.
  const int own = e < nnz ? row[e] : -1;
  float sum = e < nnz ? val[e] * x[col[e]] : 0.0f;
  for (unsigned offset = 1; offset < 32; offset *= 2) {
    const float below = __shfl_up_sync(0xffffffffu, sum, offset);
    const int row_below = __shfl_up_sync(0xffffffffu, own, offset);
    if (lane >= offset && row_below == own) sum += below;
  }
  const int row_above = __shfl_down_sync(0xffffffffu, own, 1);
  if (own >= 0 && (lane == 31 || row_above != own)) atomicAdd(&y[own], sum);
}

#ifdef ROWSORT_LESSON_METHODS
#include "rowsort/matrix/coo.h"

#include <numeric>

ROWSORT_LESSON_KERNEL(coo_atomic);

namespace rowsort::lesson {
namespace {

FormatSize coo_size(std::span<const int> lengths) {
  const std::uint64_t nnz = csr_size(lengths).places;
  return {nnz * (2 * sizeof(int) + sizeof(float)), nnz};
}

std::uint64_t coo_lane_slots(std::span<const int> lengths) {
  return lane_slots_thread_per_nonzero(csr_size(lengths).places);
}

Plan coo_plan(const CsrView& matrix) {
  Coo coo = to_coo(matrix);
  Plan plan{coo.rows, coo.cols, coo.nnz(), {}, {}, {}, {}};
  plan.arrays = {owned_array("row", std::move(coo.row)), owned_array("col", std::move(coo.col)),
                 owned_array("val", std::move(coo.val))};
  return plan;
}

Method coo_method(const char* id, const char* name, KernelCode code) {
  return {id,
          name,
          "COO",
          coo_lane_slots,
          [](std::span<const int>) { return std::uint64_t{1}; },
          coo_size,
          [code](const CsrView& matrix, std::uint64_t) {
            Plan plan = coo_plan(matrix);
            plan.launches = {{ROWSORT_KERNEL_CODE(set_to_zero),
                              launch_shape(plan.rows, 256),
                              {kY, number(plan.rows)}},
                             {code,
                              launch_shape(plan.nnz, 256),
                              {array(0), array(1), array(2), kX, kY, number(plan.nnz)}}};
            return plan;
          }};
}

}  // namespace

std::uint64_t lane_slots_thread_per_nonzero(std::uint64_t nonzeros) {
  return (nonzeros + 31) / 32 * 32;
}

std::vector<Method> coo_atomic_methods() {
  return {coo_method("coo-atomic", "COO, atomic per nonzero", ROWSORT_KERNEL_CODE(coo_atomic)),
          coo_method("coo-segments", "COO, atomic per row in a warp",
                     ROWSORT_KERNEL_CODE(coo_segments))};
}

}  // namespace rowsort::lesson
#endif
