#pragma once

/// The header of every kernel file. A kernel file is compiled three times:
/// - by nvcc for a GPU, the kernels alone;
/// - by the C++ compiler for the CPU device, with the methods under ROWSORT_LESSON_METHODS, which
///   describe how the kernels are launched;
/// - by the C++ compiler for the CPU device with tracing, the kernels alone.

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
#include "../src/formats/csr.h"
#include "../src/method.h"

/// Makes ROWSORT_KERNEL_CODE(kernel) usable; the kernel is declared above.
#define ROWSORT_LESSON_KERNEL(kernel) extern "C" decltype(kernel) kernel##_traced
#endif

/// The thread's index in the grid.
__device__ __forceinline__ std::size_t global_thread_index() {
  return blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
}

/// The sum of `value` over the warp, in lane 0. All 32 lanes have to call it.
__device__ __forceinline__ float warp_sum(float value) {
  for (unsigned offset = 16; offset > 0; offset /= 2) {
    value += __shfl_down_sync(0xffffffffu, value, offset);
  }
  return value;
}

// Loads for data that is read once: they do not fill the L1 cache, which then has room for x. On
// the H200 this saves an eighth of a product's time. On the CPU device they are plain loads.
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
// Two neighbours. The address is a multiple of 8 bytes.
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
// Four neighbours. The address is a multiple of 16 bytes.
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
