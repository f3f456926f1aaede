/// Adaptive CSR on sorted rows, longest first. Each long row gets a warp, each short row a thread.
/// The kernel writes y in the original row order.

#include "kernel.h"

constexpr int kAdaptiveThreads = 128;
// Pairs of nonzeros that a lane keeps in flight: a warp loads a row of up to 448 in one round.
constexpr int kAdaptivePairs = 7;
// Nonzeros of a short row that a thread keeps in flight.
constexpr int kAdaptiveLoads = 4;

// Blocks that have to fit on a multiprocessor, which limits the registers of a thread. The skewed
// matrix takes 26.6 us on an H200 with 10 blocks, 29.8 us without a limit, 35.3 us with 16 blocks.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
#define ROWSORT_ADAPTIVE_BLOCKS 8  // a Turing multiprocessor holds at most 1024 threads
#else
#define ROWSORT_ADAPTIVE_BLOCKS 10
#endif

// Computes a long row with one warp. Pairs start at even places, so the first pair may hold the
// last nonzero of the row before, and the last pair the first nonzero of the row after.
__device__ __forceinline__ float adaptive_long_row(const int* __restrict__ col_idx,
                                                   const float* __restrict__ val,
                                                   const float* __restrict__ x, int begin,
                                                   int end) {
  float sum = 0.0f;
  for (int first = begin / 2 * 2 + 2 * static_cast<int>(threadIdx.x % 32); first < end;
       first += 64 * kAdaptivePairs) {
    int2 column[kAdaptivePairs];
    float2 value[kAdaptivePairs];
    ROWSORT_UNROLL(kAdaptivePairs)
    for (int k = 0; k < kAdaptivePairs; ++k) {
      const int e = first + 64 * k;
      column[k] = e < end ? load_two_once(col_idx + e) : make_int2(0, 0);
      value[k] = e < end ? load_two_once(val + e) : make_float2(0.0f, 0.0f);
    }
    ROWSORT_UNROLL(kAdaptivePairs)
    for (int k = 0; k < kAdaptivePairs; ++k) {
      const int e = first + 64 * k;
      if (e >= begin && e < end) sum += value[k].x * x[column[k].x];
      if (e + 1 < end) sum += value[k].y * x[column[k].y];
    }
  }
  return warp_sum(sum);
}

// Computes a short row with one thread.
__device__ __forceinline__ float adaptive_short_row(const int* __restrict__ col_idx,
                                                    const float* __restrict__ val,
                                                    const float* __restrict__ x, int begin,
                                                    int end) {
  float sum = 0.0f;
  for (int first = begin; first < end; first += kAdaptiveLoads) {
    int column[kAdaptiveLoads];
    float value[kAdaptiveLoads];
    ROWSORT_UNROLL(kAdaptiveLoads)
    for (int k = 0; k < kAdaptiveLoads; ++k) {
      column[k] = first + k < end ? col_idx[first + k] : 0;
      value[k] = first + k < end ? val[first + k] : 0.0f;
    }
    ROWSORT_UNROLL(kAdaptiveLoads)
    for (int k = 0; k < kAdaptiveLoads; ++k) {
      if (first + k < end) sum += value[k] * x[column[k]];
    }
  }
  return sum;
}

/// In the first short_blocks blocks each thread has a short row; in the blocks after them each warp
/// has a long row. Short rows mostly wait for memory, and the long rows read in the meantime.
/// col_idx and val are padded to whole vectors.
extern "C" __global__ void __launch_bounds__(kAdaptiveThreads, ROWSORT_ADAPTIVE_BLOCKS)
    csr_adaptive(const int* __restrict__ row_ptr, const int* __restrict__ col_idx,
                 const float* __restrict__ val, const int* __restrict__ order,
                 const float* __restrict__ x, float* __restrict__ y, std::size_t long_rows,
                 std::size_t short_blocks, std::size_t rows) {
  const int block = static_cast<int>(blockIdx.x);
  const int first_of_long = static_cast<int>(short_blocks);
  const int thread = static_cast<int>(threadIdx.x);
  if (block < first_of_long) {
    const int position = static_cast<int>(long_rows) + block * kAdaptiveThreads + thread;
    if (position >= static_cast<int>(rows)) return;
    const int row = order[position];
    y[row] = adaptive_short_row(col_idx, val, x, row_ptr[position], row_ptr[position + 1]);
    return;
  }
  const int position = ((block - first_of_long) * kAdaptiveThreads + thread) / 32;
  if (position >= static_cast<int>(long_rows)) return;
  const int row = order[position];
  const float sum = adaptive_long_row(col_idx, val, x, row_ptr[position], row_ptr[position + 1]);
  if (thread % 32 == 0) y[row] = sum;
}

#ifdef ROWSORT_LESSON_METHODS
#include "rowsort/matrix/lane_slots.h"
#include "rowsort/matrix/row_lengths.h"

#include <algorithm>

#include "../src/formats/orders.h"

ROWSORT_LESSON_KERNEL(csr_adaptive);

namespace rowsort::lesson {
namespace {

// The shortest row that is longer than a warp is wide.
constexpr int kLongRow = 33;

std::size_t long_rows_of(std::span<const int> falling_lengths) {
  return static_cast<std::size_t>(std::find_if(falling_lengths.begin(), falling_lengths.end(),
                                               [](int length) { return length < kLongRow; }) -
                                  falling_lengths.begin());
}

// A warp loads 64 nonzeros with each request, the first one from an even place.
std::uint64_t long_row_lane_slots(std::uint64_t begin, std::uint64_t end) {
  return (end - begin / 2 * 2 + 63) / 64 * 64;
}

std::uint64_t adaptive_lane_slots(std::span<const int> lengths) {
  const std::vector<int> falling = row_lengths_in_order(lengths, falling_order(lengths));
  const std::size_t long_rows = long_rows_of(falling);
  std::uint64_t slots = lane_slots_thread_per_row(std::span(falling).subspan(long_rows));
  std::uint64_t begin = 0;
  for (std::size_t position = 0; position < long_rows; ++position) {
    const std::uint64_t end = begin + static_cast<std::uint64_t>(falling[position]);
    slots += long_row_lane_slots(begin, end);
    begin = end;
  }
  return slots;
}

std::uint64_t adaptive_rounds(std::span<const int> lengths) {
  const std::uint64_t longest = longest_row(lengths);
  const std::uint64_t longest_short = std::min<std::uint64_t>(longest, kLongRow - 1);
  return std::max(rounds_of(longest, 64 * kAdaptivePairs),
                  rounds_of(longest_short, kAdaptiveLoads));
}

FormatSize adaptive_size(std::span<const int> lengths) {
  FormatSize size = vector_csr_size(lengths);
  size.bytes += lengths.size() * sizeof(int);
  return size;
}

Plan adaptive_plan(const CsrView& matrix, std::uint64_t) {
  const std::vector<int> lengths = row_lengths(matrix);
  std::vector<int> order = falling_order(lengths);
  const Csr sorted = permute_rows(matrix, order);
  const std::size_t long_rows = long_rows_of(row_lengths(sorted));
  Plan plan = vector_csr_plan(sorted);
  plan.arrays[0] = owned_array("row_ptr", sorted.row_ptr);
  plan.arrays.push_back(owned_array("order", std::move(order)));
  const std::size_t long_blocks = launch_shape(32 * long_rows, kAdaptiveThreads).blocks;
  const std::size_t short_blocks = launch_shape(plan.rows - long_rows, kAdaptiveThreads).blocks;
  plan.launches = {{ROWSORT_KERNEL_CODE(csr_adaptive),
                    {long_blocks + short_blocks, kAdaptiveThreads},
                    {array(0), array(1), array(2), array(3), kX, kY, number(long_rows),
                     number(short_blocks), number(plan.rows)}}};
  return plan;
}

}  // namespace

std::vector<Method> csr_adaptive_methods() {
  return {{.id = "csr-adaptive",
           .name = "adaptive CSR, sorted falling",
           .format = "CSR and order",
           .lane_slots = adaptive_lane_slots,
           .rounds = adaptive_rounds,
           .size = adaptive_size,
           .plan = adaptive_plan}};
}

}  // namespace rowsort::lesson
#endif
