/// CSR streamed by row blocks, for a matrix that is not sorted (CSR-Stream of Greathouse and Daga,
/// SC 2014). A block has several consecutive rows. Its threads read their nonzeros one after the
/// other, with coalesced loads, and keep the products in shared memory. Then they add up each row:
/// a short row with a thread, a long row with a warp. A row that is too long for shared memory has
/// a block to itself.

#include "kernel.h"

constexpr int kStreamThreads = 128;
// Vectors of four nonzeros that a thread keeps in flight.
constexpr int kStreamVectors = 2;
constexpr int kStreamPlaces = 4 * kStreamVectors * kStreamThreads;
// The first vector of a block may hold up to three nonzeros of the block before.
constexpr int kStreamNonzeros = kStreamPlaces - 3;
// A warp adds up a row of more nonzeros.
constexpr int kStreamShortRow = 32;

// One unused word after every 32: rows whose length is a power of two would otherwise cause bank
// conflicts.
__device__ __forceinline__ int stream_slot(int product) {
  return product + product / 32;
}

// Writes the products of the nonzeros from `base`, a multiple of four, to `end` into shared memory.
// The last vector may go beyond `end`; no row uses those products.
__device__ __forceinline__ void stream_products(const int* __restrict__ col_idx,
                                                const float* __restrict__ val,
                                                const float* __restrict__ x, int base, int end,
                                                float* products) {
  const int thread = static_cast<int>(threadIdx.x);
  int4 column[kStreamVectors];
  float4 value[kStreamVectors];
  ROWSORT_UNROLL(kStreamVectors)
  for (int k = 0; k < kStreamVectors; ++k) {
    const int e = base + 4 * (thread + k * kStreamThreads);
    column[k] = e < end ? load_four_once(col_idx + e) : make_int4(0, 0, 0, 0);
    value[k] = e < end ? load_four_once(val + e) : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  }
  ROWSORT_UNROLL(kStreamVectors)
  for (int k = 0; k < kStreamVectors; ++k) {
    const int product = 4 * (thread + k * kStreamThreads);
    if (base + product >= end) continue;
    products[stream_slot(product)] = value[k].x * x[column[k].x];
    products[stream_slot(product + 1)] = value[k].y * x[column[k].y];
    products[stream_slot(product + 2)] = value[k].z * x[column[k].z];
    products[stream_slot(product + 3)] = value[k].w * x[column[k].w];
  }
}

// Adds up the block's rows from the products. A warp takes 32 rows at a time.
__device__ __forceinline__ void stream_sums(const int* __restrict__ row_ptr, const float* products,
                                            float* __restrict__ y, int base, int first, int end) {
  const int lane = static_cast<int>(threadIdx.x % 32);
  for (int group = first + static_cast<int>(threadIdx.x) - lane; group < end;
       group += kStreamThreads) {
    const int row = group + lane;
    const int row_begin = row < end ? row_ptr[row] - base : 0;
    const int row_end = row < end ? row_ptr[row + 1] - base : 0;
    const bool is_long = row_end - row_begin > kStreamShortRow;
    float sum = 0.0f;
    // Short rows: each lane adds up its own.
    if (!is_long) {
      for (int e = row_begin; e < row_end; ++e) sum += products[stream_slot(e)];
    }
    // Long rows: the whole warp adds up one after the other.
    for (unsigned left = __ballot_sync(0xffffffffu, is_long); left != 0; left &= left - 1) {
      const int owner = __ffs(static_cast<int>(left)) - 1;
      const int long_begin = __shfl_sync(0xffffffffu, row_begin, owner);
      const int long_end = __shfl_sync(0xffffffffu, row_end, owner);
      float part = 0.0f;
      for (int e = long_begin + lane; e < long_end; e += 32) part += products[stream_slot(e)];
      for (int offset = 16; offset > 0; offset /= 2) {
        part += __shfl_xor_sync(0xffffffffu, part, offset);
      }
      if (lane == owner) sum = part;
    }
    if (row < end) y[row] = sum;
  }
}

// Computes a row of any length with the whole block.
__device__ __forceinline__ void stream_one_row(const int* __restrict__ col_idx,
                                               const float* __restrict__ val,
                                               const float* __restrict__ x, int begin, int end,
                                               float* sums, float* __restrict__ y) {
  float sum = 0.0f;
  for (int e = begin + static_cast<int>(threadIdx.x); e < end; e += kStreamThreads) {
    sum += val[e] * x[col_idx[e]];
  }
  sum = warp_sum(sum);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int warp = 1; warp < kStreamThreads / 32; ++warp) sum += sums[warp];
    *y = sum;
  }
}

/// Block b has the rows [block_row[b], block_row[b + 1]). col_idx and val are padded to whole
/// vectors of four.
extern "C" __global__ void __launch_bounds__(kStreamThreads)
    csr_row_blocks(const int* __restrict__ block_row, const int* __restrict__ row_ptr,
                   const int* __restrict__ col_idx, const float* __restrict__ val,
                   const float* __restrict__ x, float* __restrict__ y) {
  __shared__ float products[kStreamPlaces + kStreamPlaces / 32];
  const int first = block_row[blockIdx.x];
  const int end = block_row[blockIdx.x + 1];
  const int begin = row_ptr[first];
  const int count = row_ptr[end] - begin;
  if (count > kStreamNonzeros) {
    stream_one_row(col_idx, val, x, begin, begin + count, products, y + first);
    return;
  }
  const int base = begin / 4 * 4;
  stream_products(col_idx, val, x, base, begin + count, products);
  __syncthreads();
  stream_sums(row_ptr, products, y, base, first, end);
}

#ifdef ROWSORT_LESSON_METHODS
#include <numeric>

ROWSORT_LESSON_KERNEL(csr_row_blocks);

namespace rowsort::lesson {
namespace {

// Rows of a block at most: four for each thread, which matters when they are empty.
constexpr int kStreamRows = 4 * kStreamThreads;

std::vector<int> offsets_of(std::span<const int> lengths) {
  std::vector<int> offsets(lengths.size() + 1);
  std::partial_sum(lengths.begin(), lengths.end(), offsets.begin() + 1);
  return offsets;
}

std::uint64_t row_blocks_lane_slots(std::span<const int> lengths) {
  const std::vector<int> offsets = offsets_of(lengths);
  const std::vector<int> blocks = row_blocks(offsets, kStreamNonzeros, kStreamRows);
  std::uint64_t slots = 0;
  for (std::size_t b = 0; b + 1 < blocks.size(); ++b) {
    const auto begin = static_cast<std::uint64_t>(offsets[static_cast<std::size_t>(blocks[b])]);
    const auto end = static_cast<std::uint64_t>(offsets[static_cast<std::size_t>(blocks[b + 1])]);
    const bool one_row = end - begin > kStreamNonzeros;
    slots += one_row ? (end - begin + 31) / 32 * 32 : (end - begin / 4 * 4 + 127) / 128 * 128;
  }
  return slots;
}

std::uint64_t row_blocks_rounds(std::span<const int> lengths) {
  const std::uint64_t longest = longest_row(lengths);
  return longest > kStreamNonzeros ? rounds_of(longest, kStreamThreads) : 1;
}

FormatSize row_blocks_size(std::span<const int> lengths) {
  FormatSize size = vector_csr_size(lengths);
  size.bytes += row_blocks(offsets_of(lengths), kStreamNonzeros, kStreamRows).size() * sizeof(int);
  return size;
}

Plan row_blocks_plan(const CsrView& matrix, std::uint64_t) {
  Plan plan = vector_csr_plan(matrix);
  std::vector<int> blocks = row_blocks(matrix.row_ptr, kStreamNonzeros, kStreamRows);
  plan.launches = {{ROWSORT_KERNEL_CODE(csr_row_blocks),
                    {blocks.size() - 1, kStreamThreads},
                    {array(3), array(0), array(1), array(2), kX, kY}}};
  plan.arrays.push_back(owned_array("block_row", std::move(blocks)));
  return plan;
}

}  // namespace

std::vector<Method> csr_row_blocks_methods() {
  return {{.id = "csr-row-blocks",
           .name = "CSR, streamed by row blocks",
           .format = "CSR and row blocks",
           .lane_slots = row_blocks_lane_slots,
           .rounds = row_blocks_rounds,
           .size = row_blocks_size,
           .plan = row_blocks_plan}};
}

}  // namespace rowsort::lesson
#endif
