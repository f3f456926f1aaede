// Kernels with one mistake each. A comment at the end of a line marks the lines that the message
// names. Arguments are those of right_kernels.cu.

#include "rowsort/simt/simt.h"

static __device__ unsigned thread_in_grid() {
  return blockIdx.x * blockDim.x + threadIdx.x;
}

extern "C" __global__ void wrong_read_past_end(const int* in, int* out, unsigned) {
  const unsigned i = thread_in_grid();
  out[i] = in[i + 3];  // reads past the end
}

extern "C" __global__ void wrong_read_before_start(const int* in, int* out, unsigned) {
  const int i = static_cast<int>(thread_in_grid());
  out[i] = in[i - 2];  // reads before the start
}

extern "C" __global__ void wrong_write_past_end(const int* in, int* out, unsigned) {
  const unsigned i = thread_in_grid();
  out[i + 1] = in[i];  // writes past the end
}

extern "C" __global__ void wrong_last_thread_writes_wide(const int*, int* out, unsigned n) {
  if (thread_in_grid() == 0) reinterpret_cast<int2*>(out + n - 1)[0] = {1, 2};  // two words
}

extern "C" __global__ void wrong_far_index(const int* in, int* out, unsigned) {
  const unsigned i = thread_in_grid();
  out[i] = in[i + 500'000'000];  // far away
}

extern "C" __global__ void wrong_null_pointer(const int*, int* out, unsigned n) {
  const int* nothing = reinterpret_cast<const int*>(std::size_t{n} - n);
  out[0] = nothing[12];  // reads a null pointer
}

extern "C" __global__ void wrong_wild_pointer(const int*, int* out, unsigned) {
  const int* wild = reinterpret_cast<const int*>(std::size_t{1} << 40);
  out[0] = wild[0];  // reads a wild pointer
}

extern "C" __global__ void wrong_write_to_input(const int* in, int* out, unsigned n) {
  const unsigned i = thread_in_grid();
  out[i] = in[i];
  if (i == n / 2) const_cast<int*>(in)[i] = 0;  // writes an input
}

extern "C" __global__ void wrong_sum_in_output(const int* in, int* out, unsigned n) {
  const unsigned i = thread_in_grid();
  for (unsigned k = 0; k < n; ++k) out[i] += in[k];  // sums up in the output
}

extern "C" __global__ void wrong_atomic_on_nothing(const int* in, int* out, unsigned) {
  atomicAdd(&out[0], in[thread_in_grid()]);  // adds to nothing
}

extern "C" __global__ void wrong_two_threads_one_element(const int* in, int* out, unsigned n) {
  const unsigned i = thread_in_grid();
  if (i < n / 2) {
    out[i] = in[i];  // first writer
    __threadfence();
  } else {
    out[i - n / 2] = in[i];  // second writer
  }
}

extern "C" __global__ void wrong_neighbours_one_element(const int* in, int* out, unsigned) {
  const unsigned i = thread_in_grid();
  out[i / 2] += in[i];  // neighbours add
}

extern "C" __global__ void wrong_plain_beside_atomic(const int* in, int* out, unsigned) {
  const unsigned i = thread_in_grid();
  if (i == 0) out[0] = 0;     // sets
  atomicAdd(&out[0], in[i]);  // adds
}

extern "C" __global__ void wrong_forgets_every_third(const int* in, int* out, unsigned) {
  const unsigned i = thread_in_grid();
  if (i % 3 != 2) out[i] = in[i];
}

extern "C" __global__ void wrong_endless_loop(const int* in, int* out, unsigned) {
  const unsigned i = thread_in_grid();
  if (i == 37) {
    for (unsigned k = 0; in[k] >= 0; k = (k + 1) % 2) {  // never ends
      __threadfence();
    }
  }
  out[i] = 1;
}

/// The lesson's pitfall: some lanes return, and the mask still names them.
extern "C" __global__ void wrong_guard_before_shuffle(const int* in, int* out, unsigned n) {
  const unsigned i = thread_in_grid();
  if (i >= n) return;
  int sum = in[i];
  for (unsigned offset = 16; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(0xffffffffu, sum, offset);  // all lanes are named
  }
  if (i % 32 == 0) out[i] = sum;
}

/// Right if the block size is a multiple of 32.
extern "C" __global__ void wrong_whole_warp_expected(const int* in, int* out, unsigned) {
  const unsigned i = thread_in_grid();
  out[i] = __reduce_add_sync(0xffffffffu, in[i]);  // names 32 lanes
}

extern "C" __global__ void wrong_masks_disagree(const int* in, int* out, unsigned) {
  const unsigned i = thread_in_grid();
  out[i] = __any_sync(i == 4 ? 0x7fffffffu : 0xffffffffu, in[i]);  // asks
}

extern "C" __global__ void wrong_other_place(const int* in, int* out, unsigned) {
  const unsigned i = thread_in_grid();
  if (i % 32 < 30) {
    out[i] = __shfl_xor_sync(0xffffffffu, in[i], 1);  // one branch
  } else {
    out[i] = __shfl_up_sync(0xffffffffu, in[i], 1);  // other branch
  }
}

extern "C" __global__ void wrong_caller_not_named(const int* in, int* out, unsigned) {
  const unsigned i = thread_in_grid();
  out[i] = in[i];
  __syncwarp(0x0000ffffu);  // names the lower half
}

extern "C" __global__ void wrong_shuffle_from_unnamed_lane(const int* in, int* out, unsigned) {
  const unsigned i = thread_in_grid();
  if (i % 32 >= 16) return;
  out[i] = __shfl_down_sync(0x0000ffffu, in[i], 8);  // reaches above the mask
}

extern "C" __global__ void wrong_barrier_not_reached(const int* in, int* out, unsigned n) {
  const unsigned i = thread_in_grid();
  if (i >= n) return;
  out[i] = in[i];
  __syncthreads();  // waits for all
}

extern "C" __global__ void wrong_two_barriers(const int* in, int* out, unsigned n) {
  const unsigned i = thread_in_grid();
  out[i] = in[i];
  if (i < n / 4) {
    out[i] += __syncthreads_count(1);  // counts
  } else {
    __syncthreads();  // waits
  }
}
