#pragma once

/// What a file of this folder begins with. The file is built three times: by nvcc for a GPU, which
/// sees kernels alone; by the C++ compiler for the CPU device, with what the file says about its
/// methods under ROWSORT_LESSON_METHODS; and traced, kernels alone again.

#include <cstddef>

#if defined(__CUDACC__)
#define ROWSORT_PRAGMA(text) _Pragma(#text)
#define ROWSORT_UNROLL(count) ROWSORT_PRAGMA(unroll count)
#else
#include "rowsort/simt/simt.h"
#define ROWSORT_UNROLL(count)
#if !defined(ROWSORT_TRACED)
#define ROWSORT_LESSON_METHODS 1
#endif
#endif

#if defined(ROWSORT_LESSON_METHODS)
#include "../src/csr_method.h"
#include "../src/method.h"

/// The KernelCode of a kernel that is defined above.
#define ROWSORT_LESSON_KERNEL(kernel) extern "C" decltype(kernel) kernel##_traced
#endif

/// The number of the thread in the grid.
__device__ __forceinline__ std::size_t lesson_thread() {
  return blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
}

/// The sum of `value` over the warp, in lane 0. All 32 lanes call it.
__device__ __forceinline__ float lesson_warp_sum(float value) {
  for (unsigned offset = 16; offset > 0; offset /= 2) {
    value += __shfl_down_sync(0xffffffffu, value, offset);
  }
  return value;
}

// What is read once has no use for L1, and leaves it to x. On the H200 that is worth an eighth of a
// product's time. Other devices take the hint as a plain load.
#if defined(__CUDACC__)
#if __CUDA_ARCH__ >= 800
#define ROWSORT_LOAD_ONCE "ld.global.nc.L1::no_allocate.L2::256B"
#else
#define ROWSORT_LOAD_ONCE "ld.global.nc.L1::no_allocate"
#endif

__device__ __forceinline__ int load_once(const int* address) {
  int value;
  asm volatile(ROWSORT_LOAD_ONCE ".s32 %0, [%1];" : "=r"(value) : "l"(address));
  return value;
}
__device__ __forceinline__ float load_once(const float* address) {
  float value;
  asm volatile(ROWSORT_LOAD_ONCE ".f32 %0, [%1];" : "=f"(value) : "l"(address));
  return value;
}
// Two neighbours; the address is a multiple of 8 bytes.
__device__ __forceinline__ int2 load_two_once(const int* address) {
  int2 value;
  asm volatile(ROWSORT_LOAD_ONCE ".v2.s32 {%0, %1}, [%2];"
               : "=r"(value.x), "=r"(value.y)
               : "l"(address));
  return value;
}
__device__ __forceinline__ float2 load_two_once(const float* address) {
  float2 value;
  asm volatile(ROWSORT_LOAD_ONCE ".v2.f32 {%0, %1}, [%2];"
               : "=f"(value.x), "=f"(value.y)
               : "l"(address));
  return value;
}
// Four neighbours; the address is a multiple of 16 bytes.
__device__ __forceinline__ int4 load_four_once(const int* address) {
  int4 value;
  asm volatile(ROWSORT_LOAD_ONCE ".v4.s32 {%0, %1, %2, %3}, [%4];"
               : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)
               : "l"(address));
  return value;
}
__device__ __forceinline__ float4 load_four_once(const float* address) {
  float4 value;
  asm volatile(ROWSORT_LOAD_ONCE ".v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(value.x), "=f"(value.y), "=f"(value.z), "=f"(value.w)
               : "l"(address));
  return value;
}
#else
#define load_once(address) (*(address))
inline int2 load_two_once(const int* address) {
  return *reinterpret_cast<const int2*>(address);
}
inline float2 load_two_once(const float* address) {
  return *reinterpret_cast<const float2*>(address);
}
inline int4 load_four_once(const int* address) {
  return *reinterpret_cast<const int4*>(address);
}
inline float4 load_four_once(const float* address) {
  return *reinterpret_cast<const float4*>(address);
}
#endif
