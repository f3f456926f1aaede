/// CSR, one thread per row: the kernel that most people write first, and the one of the exercise.
/// It runs on the matrix as it is, and with the rows sorted in three orders.

#include "kernel.h"

// `Offset` is int, or long long for more than 2^31 nonzeros.
template <typename Offset>
__device__ __forceinline__ void thread_per_row(const Offset* __restrict__ row_ptr,
                                               const int* __restrict__ col_idx,
                                               const float* __restrict__ val,
                                               const float* __restrict__ x, float* __restrict__ y,
                                               std::size_t rows) {
  const std::size_t row = global_thread_index();
  if (row >= rows) return;
  float sum = 0.0f;
  for (Offset e = row_ptr[row]; e < row_ptr[row + 1]; ++e) sum += val[e] * x[col_idx[e]];
  y[row] = sum;
}

extern "C" __global__ void csr_thread_per_row(const int* __restrict__ row_ptr,
                                              const int* __restrict__ col_idx,
                                              const float* __restrict__ val,
                                              const float* __restrict__ x, float* __restrict__ y,
                                              std::size_t rows) {
  thread_per_row(row_ptr, col_idx, val, x, y, rows);
}

extern "C" __global__ void csr_thread_per_row_64(const long long* __restrict__ row_ptr,
                                                 const int* __restrict__ col_idx,
                                                 const float* __restrict__ val,
                                                 const float* __restrict__ x, float* __restrict__ y,
                                                 std::size_t rows) {
  thread_per_row(row_ptr, col_idx, val, x, y, rows);
}

#ifdef ROWSORT_LESSON_METHODS
#include "rowsort/matrix/lane_slots.h"
#include "rowsort/matrix/row_lengths.h"

#include "../src/formats/orders.h"

ROWSORT_LESSON_KERNEL(csr_thread_per_row);

namespace rowsort::lesson {
namespace {

using MakeOrder = std::vector<int> (*)(std::span<const int> row_lengths);

Method sorted_method(const char* id, const char* name, MakeOrder make_order, unsigned block_size) {
  return {
      .id = id,
      .name = name,
      .format = "CSR",
      .lane_slots =
          [make_order](std::span<const int> lengths) {
            return lane_slots_thread_per_row(row_lengths_in_order(lengths, make_order(lengths)));
          },
      .rounds = longest_row,
      .size = csr_size,
      .plan =
          [make_order, block_size](const CsrView& matrix, std::uint64_t) {
            return with_csr_launch(sorted_csr_plan(matrix, make_order(row_lengths(matrix))),
                                   ROWSORT_KERNEL_CODE(csr_thread_per_row), matrix.rows(),
                                   block_size);
          }};
}

std::vector<int> falling(std::span<const int> lengths) {
  return falling_order(lengths);
}

std::vector<int> dealt_over_blocks_of_256(std::span<const int> lengths) {
  return dealt_order(lengths, 256 / 32);
}

}  // namespace

std::vector<Method> csr_thread_per_row_methods() {
  const Method unsorted = {.id = "csr-thread",
                           .name = "CSR, thread per row",
                           .format = "CSR",
                           .lane_slots = lane_slots_thread_per_row,
                           .rounds = longest_row,
                           .size = csr_size,
                           .plan = [](const CsrView& matrix, std::uint64_t) {
                             return with_csr_launch(csr_plan(matrix),
                                                    ROWSORT_KERNEL_CODE(csr_thread_per_row),
                                                    matrix.rows(), 256);
                           }};
  return {
      unsorted, sorted_method("sorted-rising", "sorted rising, thread per row", rising_order, 256),
      sorted_method("sorted-falling", "sorted falling, thread per row", falling, 64),
      sorted_method("sorted-dealt", "sorted dealt, thread per row", dealt_over_blocks_of_256, 256)};
}

}  // namespace rowsort::lesson
#endif
