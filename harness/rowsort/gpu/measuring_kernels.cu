/// Kernels that a submission is measured beside or with, compiled to a device image of their own.

#include <cstddef>

namespace {

// 16 bytes that are read once: past L1, which has no use for them.
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

// The least that any y = A x in CSR has to do with memory: reads row_ptr, col_idx, val and x once,
// in vectors of 16 bytes, and writes y, in which some mix of what was read then stands. All arrays
// start at a multiple of 16 bytes; of each the elements past its last whole vector are left out.
//
// The nonzeros are dealt to the blocks in tiles of kLoads vectors a thread, the rows and columns
// in as many equal parts; a thread starts all its loads of a tile before it uses one, so that 32 *
// kLoads bytes and more of each thread are in flight.
template <int kLoads>
__device__ void read_all(const int* row_ptr, const int* col_idx, const float* val, const float* x,
                         float* y, std::size_t rows, std::size_t cols, std::size_t nnz) {
  const std::size_t tile_vectors = static_cast<std::size_t>(kLoads) * blockDim.x;
  const std::size_t nnz_vectors = nnz / 4;
  const std::size_t row_vectors = rows / 4;
  const std::size_t col_vectors = cols / 4;
  const std::size_t tiles = max((nnz_vectors + tile_vectors - 1) / tile_vectors, std::size_t{1});
  for (std::size_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    // This thread's first row and column vector of the tile; there are rarely more.
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
    // Never, as good as: but the compiler cannot tell, and so leaves no load out.
    if ((mix.x ^ mix.y ^ mix.z ^ mix.w) == 0x5eed5eed) y[0] = 0.0f;
    if (row < row_end) reinterpret_cast<int4*>(y)[row] = mix ^ offsets;
    for (std::size_t i = row + blockDim.x; i < row_end; i += blockDim.x) {
      reinterpret_cast<int4*>(y)[i] = mix ^ load_once(vectors(row_ptr) + i);
    }
  }
}

}  // namespace

extern "C" __global__ void spmv_floor_2(const int* row_ptr, const int* col_idx, const float* val,
                                        const float* x, float* y, std::size_t rows,
                                        std::size_t cols, std::size_t nnz) {
  read_all<2>(row_ptr, col_idx, val, x, y, rows, cols, nnz);
}

extern "C" __global__ void spmv_floor_4(const int* row_ptr, const int* col_idx, const float* val,
                                        const float* x, float* y, std::size_t rows,
                                        std::size_t cols, std::size_t nnz) {
  read_all<4>(row_ptr, col_idx, val, x, y, rows, cols, nnz);
}

extern "C" __global__ void spmv_floor_8(const int* row_ptr, const int* col_idx, const float* val,
                                        const float* x, float* y, std::size_t rows,
                                        std::size_t cols, std::size_t nnz) {
  read_all<8>(row_ptr, col_idx, val, x, y, rows, cols, nnz);
}

/// One warp per row: the lanes take the row's nonzeros in turns and add up by shuffles.
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

/// Puts y back: row order[i] of the result is element i of y.
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
  unsigned long long nanoseconds;  ///< the same for the whole GPU
};

/// Every multiprocessor that a block lands on leaves a reading in stamps[its number].
extern "C" __global__ void stamp_clocks(ClockStamp* stamps, unsigned count) {
  unsigned multiprocessor;
  unsigned long long nanoseconds;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(multiprocessor));
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(nanoseconds));
  if (multiprocessor < count) {
    stamps[multiprocessor] = {static_cast<unsigned long long>(clock64()), nanoseconds};
  }
}
