// Kernels without a mistake. `in` and `out` have n elements each, and one thread is meant for each
// of them, unless a kernel says otherwise. A test calls a kernel as NAME_traced; small_kernels.h,
// which CMake makes of this file and wrong_kernels.cu, declares it.

#include "rowsort/simt/simt.h"

static __device__ unsigned thread_in_grid() {
  return blockIdx.x * blockDim.x + threadIdx.x;
}

/// Any number of threads; out has one element for each block.
extern "C" __global__ void right_block_sum(const int* in, int* out, unsigned n) {
  __shared__ int partial[256];
  const unsigned thread = threadIdx.x;
  const unsigned i = thread_in_grid();
  partial[thread] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (thread < stride) partial[thread] += partial[thread + stride];
    __syncthreads();
  }
  if (thread == 0) out[blockIdx.x] = partial[0];
}

/// As right_block_sum. One thread writes the zero, then all threads add to it.
extern "C" __global__ void right_block_sum_by_atomics(const int* in, int* out, unsigned n) {
  const unsigned i = thread_in_grid();
  if (threadIdx.x == 0) out[blockIdx.x] = 0;
  __syncthreads();
  if (i < n) atomicAdd(&out[blockIdx.x], in[i]);
}

/// Every second warp leaves at once, the others shuffle.
extern "C" __global__ void right_exit_of_whole_warps(const int* in, int* out, unsigned n) {
  const unsigned i = thread_in_grid();
  if (i / 32 % 2 == 1) return;
  out[i] = __shfl_sync(0xffffffffu, in[i], 0) + static_cast<int>(n);
}

/// Each half of a warp shuffles by itself. In every second warp only the lower half does.
extern "C" __global__ void right_sub_warp_masks(const int* in, int* out, unsigned) {
  const unsigned i = thread_in_grid();
  const unsigned half = i % 32 & 16;
  int sum = in[i];
  if (half == 0 || i / 32 % 2 == 0) {
    for (unsigned offset = 8; offset > 0; offset /= 2) {
      sum += __shfl_down_sync(0xffffu << half, sum, offset, 16);
    }
  }
  out[i] = sum;
}

static __constant__ const int kTable[4] = {1, 10, 100, 1000};

/// Reads a constant table and an array of the thread's own.
extern "C" __global__ void right_many_kinds_of_memory(const int* in, int* out, unsigned n) {
  const unsigned i = thread_in_grid();
  if (i >= n) return;
  volatile int own[4];
  for (int k = 0; k < 4; ++k) own[k] = in[i] * kTable[k];
  out[i] = own[i % 4];
  out[i] += own[(i + 1) % 4];
}

/// The threads of a block write one element one after the other, with a barrier in between.
extern "C" __global__ void right_shared_element_in_turns(const int* in, int* out, unsigned) {
  for (unsigned turn = 0; turn < blockDim.x; ++turn) {
    if (threadIdx.x == turn) out[blockIdx.x] = in[turn];
    __syncthreads();
  }
}

/// Needs a value in out[0].
extern "C" __global__ void right_sum_of_floats(const int* in, int* out, unsigned n) {
  const unsigned i = thread_in_grid();
  if (i < n) atomicAdd(reinterpret_cast<float*>(out), static_cast<float>(in[i]));
}

/// For half as many threads as elements.
extern "C" __global__ void right_two_words_at_once(const int* in, int* out, unsigned n) {
  const unsigned i = thread_in_grid();
  if (2 * i + 1 >= n) return;
  reinterpret_cast<int2*>(out)[i] = reinterpret_cast<const int2*>(in)[i];
}

/// The read and the write of one element are two accesses. Needs values in out.
extern "C" __global__ void right_add_in_place(const int* in, int* out, unsigned n) {
  const unsigned i = thread_in_grid();
  if (i < n) out[i] += in[i];
}
