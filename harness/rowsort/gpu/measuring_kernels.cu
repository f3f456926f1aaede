/// The harness's own kernels: the baseline, the reference kernels, and what the timing needs.
/// Compiled to a device image of their own.

#include <cstddef>

namespace {

// Loads 16 bytes that are read only once, so they are not kept in L1.
__device__ int4 load_once(const int4* address) {
  int4 value;
#if __CUDA_ARCH__ >= 800
#define ROWSORT_LOAD_ONCE "ld.global.nc.L1::no_allocate.L2::256B.v4.s32"
#else
#define ROWSORT_LOAD_ONCE "ld.global.nc.L1::no_allocate.v4.s32"
#endif
  asm volatile(ROWSORT_LOAD_ONCE " {%0, %1, %2, %3}, [%4];"
               : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)
               : "l"(address));
  return value;
}

__device__ int4 operator^(const int4& a, const int4& b) {
  return {a.x ^ b.x, a.y ^ b.y, a.z ^ b.z, a.w ^ b.w};
}

__device__ const int4* vectors(const void* data) {
  return static_cast<const int4*>(data);
}

// The least memory traffic of any y = A x in CSR: reads row_ptr, col_idx, val and x once, in
// vectors of 16 bytes, and writes a mix of what was read to y. All arrays start at a multiple of 16
// bytes. The elements after the last whole vector of each array are left out.
//
// The nonzeros are dealt to the blocks in tiles of kLoads vectors for each thread, the rows and
// columns in as many equal parts. A thread starts all its loads of a tile before it uses one, so
// each thread has at least 32 * kLoads bytes in flight.
template <int kLoads>
__device__ void read_all(const int* row_ptr, const int* col_idx, const float* val, const float* x,
                         float* y, std::size_t rows, std::size_t cols, std::size_t nnz) {
  const std::size_t tile_vectors = static_cast<std::size_t>(kLoads) * blockDim.x;
  const std::size_t nnz_vectors = nnz / 4;
  const std::size_t row_vectors = rows / 4;
  const std::size_t col_vectors = cols / 4;
  const std::size_t tiles = max((nnz_vectors + tile_vectors - 1) / tile_vectors, std::size_t{1});
  for (std::size_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    // This thread's first row and column vector of the tile; it rarely has more.
    const std::size_t row_end = (tile + 1) * row_vectors / tiles;
    const std::size_t col_end = (tile + 1) * col_vectors / tiles;
    const std::size_t row = tile * row_vectors / tiles + threadIdx.x;
    const std::size_t col = tile * col_vectors / tiles + threadIdx.x;
    int4 offsets{0, 0, 0, 0};
    int4 mix{0, 0, 0, 0};
    if (row < row_end) offsets = load_once(vectors(row_ptr) + row);
    if (col < col_end) mix = load_once(vectors(x) + col);
    const std::size_t first = tile * tile_vectors + threadIdx.x;
    if ((tile + 1) * tile_vectors <= nnz_vectors) {
      int4 loaded[2 * kLoads];
#pragma unroll
      for (int k = 0; k < kLoads; ++k) {
        const std::size_t i = first + static_cast<std::size_t>(k) * blockDim.x;
        loaded[2 * k] = load_once(vectors(col_idx) + i);
        loaded[2 * k + 1] = load_once(vectors(val) + i);
      }
#pragma unroll
      for (int k = 0; k < 2 * kLoads; ++k) mix = mix ^ loaded[k];
    } else {
      for (std::size_t i = first; i < nnz_vectors; i += blockDim.x) {
        mix = mix ^ load_once(vectors(col_idx) + i) ^ load_once(vectors(val) + i);
      }
    }
    for (std::size_t i = col + blockDim.x; i < col_end; i += blockDim.x) {
      mix = mix ^ load_once(vectors(x) + i);
    }
    // This practically never happens, but the compiler must keep all loads for it.
    if ((mix.x ^ mix.y ^ mix.z ^ mix.w) == 0x5eed5eed) y[0] = 0.0f;
    if (row < row_end) reinterpret_cast<int4*>(y)[row] = mix ^ offsets;
    for (std::size_t i = row + blockDim.x; i < row_end; i += blockDim.x) {
      reinterpret_cast<int4*>(y)[i] = mix ^ load_once(vectors(row_ptr) + i);
    }
  }
}

}  // namespace

/// The baseline: the lesson's kernel, one thread per row, on the matrix as it is.
extern "C" __global__ void spmv_thread_per_row(const int* __restrict__ row_ptr,
                                               const int* __restrict__ col_idx,
                                               const float* __restrict__ val,
                                               const float* __restrict__ x, float* __restrict__ y,
                                               std::size_t rows) {
  const std::size_t row = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int e = row_ptr[row]; e < row_ptr[row + 1]; ++e) sum += val[e] * x[col_idx[e]];
  y[row] = sum;
}

#define ROWSORT_SPMV_FLOOR(loads)                                                         \
  extern "C" __global__ void spmv_floor_##loads(                                          \
      const int* row_ptr, const int* col_idx, const float* val, const float* x, float* y, \
      std::size_t rows, std::size_t cols, std::size_t nnz) {                              \
    read_all<loads>(row_ptr, col_idx, val, x, y, rows, cols, nnz);                        \
  }
ROWSORT_SPMV_FLOOR(2)
ROWSORT_SPMV_FLOOR(4)
ROWSORT_SPMV_FLOOR(8)

/// One warp per row: the lanes take turns at the row's nonzeros and add up by shuffles.
extern "C" __global__ void spmv_warp_per_row(const int* __restrict__ row_ptr,
                                             const int* __restrict__ col_idx,
                                             const float* __restrict__ val,
                                             const float* __restrict__ x, float* __restrict__ y,
                                             std::size_t rows) {
  const std::size_t row =
      (blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x) / warpSize;
  const int lane = static_cast<int>(threadIdx.x) % warpSize;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int e = row_ptr[row] + lane; e < row_ptr[row + 1]; e += warpSize) {
    sum += val[e] * x[col_idx[e]];
  }
  for (int distance = warpSize / 2; distance > 0; distance /= 2) {
    sum += __shfl_down_sync(0xffffffffu, sum, static_cast<unsigned>(distance));
  }
  if (lane == 0) y[row] = sum;
}

/// Puts y back in the original order: row order[i] of the result is element i of y.
extern "C" __global__ void unpermute(const int* __restrict__ order, const float* __restrict__ y,
                                     float* __restrict__ result, std::size_t rows) {
  const std::size_t i = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
  if (i < rows) result[order[i]] = y[i];
}

/// Multiplies the values of each row by the row's sign.
extern "C" __global__ void sign_rows(const int* __restrict__ row_ptr, const float* __restrict__ val,
                                     const float* __restrict__ signs,
                                     float* __restrict__ signed_val, std::size_t rows) {
  const std::size_t row =
      (blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x) / warpSize;
  const int lane = static_cast<int>(threadIdx.x) % warpSize;
  if (row >= rows) return;
  const float sign = signs[row];
  for (int e = row_ptr[row] + lane; e < row_ptr[row + 1]; e += warpSize) {
    signed_val[e] = sign * val[e];
  }
}

/// One reading of a multiprocessor's two clocks.
struct ClockStamp {
  unsigned long long cycles;       ///< of this multiprocessor
  unsigned long long nanoseconds;  ///< of the global timer, the same for the whole GPU
};

/// Every multiprocessor that runs a block writes a reading to stamps[its number].
extern "C" __global__ void stamp_clocks(ClockStamp* stamps, unsigned count) {
  unsigned multiprocessor;
  unsigned long long nanoseconds;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(multiprocessor));
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(nanoseconds));
  if (multiprocessor < count) {
    stamps[multiprocessor] = {static_cast<unsigned long long>(clock64()), nanoseconds};
  }
}
