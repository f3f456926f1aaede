#pragma once

/// CUDA for a host C++ compiler: what a .cu file may use when it is built for the CPU device.
///
/// The names, arguments and results are those of the CUDA C++ Programming Guide ("C++ Language
/// Extensions"). What is not listed here is a compile error. Kernels built with this header run in
/// rowsort::simt::launch (launch.h): one thread of the grid at a time on each core. Threads switch
/// at the built-ins that wait for others.
///
/// Where the result on a GPU is undefined:
/// - A deadlock, and a mask that does not name the caller, throw KernelError.
/// - So does a shuffle, vote or reduction whose mask names a lane that has left the kernel.
///   __syncwarp does not wait for such lanes.
/// - A shuffle that reads a lane outside its mask gives a value with all bits set (-1, a NaN). In
///   rowsort::simt::traced_launch (trace.h) it is an error.
/// - __activemask gives the lanes that reach the same line, after all lanes of the warp have run as
///   far as they can without it.
/// - __shared__ works for variables inside a function. They hold zeros, or what an earlier block
///   left there.

#include <bit>
#include <cstddef>
#include <type_traits>

#include <math.h>  // not <cmath>: CUDA has these names, with their overloads, outside namespace std

#define __global__
#define __device__
#define __host__
#define __constant__
// One OS thread runs a block from start to end, so the threads of the block share this.
#define __shared__ static thread_local
#define __forceinline__ __inline__ __attribute__((always_inline))
// Empty, because the standard library writes __attribute__((__noinline__)).
#define __noinline__
#define __launch_bounds__(...)

struct uint3 {
  unsigned x, y, z;
};

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
};

// constinit: an access is a plain load, without a call that checks for initialization.
extern constinit thread_local uint3 threadIdx;
extern constinit thread_local uint3 blockIdx;
extern constinit thread_local dim3 blockDim;
extern constinit thread_local dim3 gridDim;
inline constexpr int warpSize = 32;

namespace rowsort::simt::detail {

/// The built-ins that wait for other threads.
enum class BuiltIn : unsigned char {
  syncwarp,
  activemask,
  shfl,
  shfl_up,
  shfl_down,
  shfl_xor,
  ballot,
  any,
  all,
  reduce_add,
  reduce_min,
  reduce_max,
  reduce_and,
  reduce_or,
  reduce_xor,
  syncthreads,
  syncthreads_count,
  syncthreads_and,
  syncthreads_or,
};

using Bits = unsigned long long;

void sync_warp(unsigned mask);
unsigned active_mask(int line);
Bits shuffle(BuiltIn built_in, unsigned mask, Bits value, unsigned operand, int width);
/// Returns the named lanes whose predicate holds.
unsigned vote(BuiltIn built_in, unsigned mask, bool predicate);
unsigned reduce(BuiltIn built_in, unsigned mask, unsigned value);
/// Returns the number of the block's threads whose predicate holds.
int sync_threads(BuiltIn built_in, bool predicate);
void thread_fence();

/// Keep the last call of a function a call. As a jump it would hide who called.
__forceinline__ void no_tail_call() {
  __asm__ volatile("");
}
template <class T>
__forceinline__ T no_tail_call(T result) {
  no_tail_call();
  return result;
}

template <class T>
concept ShuffleArgument = std::is_arithmetic_v<T> && sizeof(T) <= 8;

/// The type of CUDA's overload for a T: int for short, char and bool.
template <ShuffleArgument T>
using ShuffleType = decltype(+T());

template <ShuffleArgument T>
__forceinline__ ShuffleType<T> shuffle_as(BuiltIn built_in, unsigned mask, T value,
                                          unsigned operand, int width) {
  using Word = std::conditional_t<sizeof(ShuffleType<T>) == 4, unsigned, Bits>;
  const Bits sent = std::bit_cast<Word>(static_cast<ShuffleType<T>>(value));
  return std::bit_cast<ShuffleType<T>>(
      static_cast<Word>(no_tail_call(shuffle(built_in, mask, sent, operand, width))));
}

/// Map int to unsigned such that the order of the values stays, and back.
constexpr unsigned to_ordered(int value) {
  return static_cast<unsigned>(value) ^ 0x8000'0000u;
}
constexpr int from_ordered(unsigned value) {
  return static_cast<int>(value ^ 0x8000'0000u);
}

template <class T>
concept AtomicInt32 = std::is_same_v<T, int> || std::is_same_v<T, unsigned>;
template <class T>
concept AtomicInteger = AtomicInt32<T> || std::is_same_v<T, unsigned long long>;
template <class T>
concept AtomicMinMax = AtomicInteger<T> || std::is_same_v<T, long long>;
template <class T>
concept AtomicReal = std::is_same_v<T, float> || std::is_same_v<T, double>;
template <class T>
concept AtomicWord = AtomicInteger<T> || std::is_same_v<T, float>;

/// Replaces *address by change(*address) atomically. Returns the old value.
template <class T, class Change>
T atomic_update(T* address, Change change) {
  T before{};
  __atomic_load(address, &before, __ATOMIC_RELAXED);
  T after = change(before);
  while (!__atomic_compare_exchange(address, &before, &after, true, __ATOMIC_RELAXED,
                                    __ATOMIC_RELAXED)) {
    after = change(before);
  }
  return before;
}

/// The operand that is not a NaN wins; of two numbers the smaller or the larger.
template <class T>
constexpr T smaller(T a, T b) {
  return b < a || a != a ? b : a;
}
template <class T>
constexpr T larger(T a, T b) {
  return a < b || a != a ? b : a;
}

/// A value that the compiler may not fuse with the next operation.
inline float rounded(float value) {
#if defined(__x86_64__)
  __asm__("" : "+x"(value));
#elif defined(__aarch64__)
  __asm__("" : "+w"(value));
#else
  __asm__("" : "+m"(value));
#endif
  return value;
}

}  // namespace rowsort::simt::detail

/// CUDA's functions and vector types. The last line of this file makes them global.
namespace rowsort::simt::cuda {

using detail::BuiltIn;

// These are inlined in every build, so that an error can name the line of the call in the kernel.

// Synchronization.

__forceinline__ void __syncwarp(unsigned mask = 0xffff'ffffu) {
  detail::sync_warp(mask);
  detail::no_tail_call();
}
__forceinline__ void __syncthreads() {
  detail::sync_threads(BuiltIn::syncthreads, false);
  detail::no_tail_call();
}
__forceinline__ int __syncthreads_count(int predicate) {
  return detail::no_tail_call(detail::sync_threads(BuiltIn::syncthreads_count, predicate != 0));
}
/// Counts the threads whose predicate is false, so that it need not know the size of the block.
__forceinline__ int __syncthreads_and(int predicate) {
  return detail::no_tail_call(detail::sync_threads(BuiltIn::syncthreads_and, predicate == 0)) == 0;
}
__forceinline__ int __syncthreads_or(int predicate) {
  return detail::no_tail_call(detail::sync_threads(BuiltIn::syncthreads_or, predicate != 0)) != 0;
}
__forceinline__ void __threadfence() {
  detail::thread_fence();
}
__forceinline__ void __threadfence_block() {
  detail::thread_fence();
}

// Votes, shuffles and reductions of a warp.

/// `line` is the caller's. Calls on different lines are in different branches.
__forceinline__ unsigned __activemask(int line = __builtin_LINE()) {
  return detail::no_tail_call(detail::active_mask(line));
}

__forceinline__ unsigned __ballot_sync(unsigned mask, int predicate) {
  return detail::no_tail_call(detail::vote(BuiltIn::ballot, mask, predicate != 0));
}
__forceinline__ int __any_sync(unsigned mask, int predicate) {
  return detail::no_tail_call(detail::vote(BuiltIn::any, mask, predicate != 0)) != 0;
}
__forceinline__ int __all_sync(unsigned mask, int predicate) {
  return detail::no_tail_call(detail::vote(BuiltIn::all, mask, predicate != 0)) == mask;
}

template <class T>
__forceinline__ auto __shfl_sync(unsigned mask, T value, int source_lane, int width = warpSize) {
  return detail::shuffle_as(BuiltIn::shfl, mask, value, static_cast<unsigned>(source_lane), width);
}
template <class T>
__forceinline__ auto __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = warpSize) {
  return detail::shuffle_as(BuiltIn::shfl_up, mask, value, delta, width);
}
template <class T>
__forceinline__ auto __shfl_down_sync(unsigned mask, T value, unsigned delta,
                                      int width = warpSize) {
  return detail::shuffle_as(BuiltIn::shfl_down, mask, value, delta, width);
}
template <class T>
__forceinline__ auto __shfl_xor_sync(unsigned mask, T value, int lane_mask, int width = warpSize) {
  return detail::shuffle_as(BuiltIn::shfl_xor, mask, value, static_cast<unsigned>(lane_mask),
                            width);
}

__forceinline__ unsigned __reduce_add_sync(unsigned mask, unsigned value) {
  return detail::no_tail_call(detail::reduce(BuiltIn::reduce_add, mask, value));
}
__forceinline__ unsigned __reduce_min_sync(unsigned mask, unsigned value) {
  return detail::no_tail_call(detail::reduce(BuiltIn::reduce_min, mask, value));
}
__forceinline__ unsigned __reduce_max_sync(unsigned mask, unsigned value) {
  return detail::no_tail_call(detail::reduce(BuiltIn::reduce_max, mask, value));
}
__forceinline__ int __reduce_add_sync(unsigned mask, int value) {
  return static_cast<int>(__reduce_add_sync(mask, static_cast<unsigned>(value)));
}
__forceinline__ int __reduce_min_sync(unsigned mask, int value) {
  return detail::from_ordered(__reduce_min_sync(mask, detail::to_ordered(value)));
}
__forceinline__ int __reduce_max_sync(unsigned mask, int value) {
  return detail::from_ordered(__reduce_max_sync(mask, detail::to_ordered(value)));
}
__forceinline__ unsigned __reduce_and_sync(unsigned mask, unsigned value) {
  return detail::no_tail_call(detail::reduce(BuiltIn::reduce_and, mask, value));
}
__forceinline__ unsigned __reduce_or_sync(unsigned mask, unsigned value) {
  return detail::no_tail_call(detail::reduce(BuiltIn::reduce_or, mask, value));
}
__forceinline__ unsigned __reduce_xor_sync(unsigned mask, unsigned value) {
  return detail::no_tail_call(detail::reduce(BuiltIn::reduce_xor, mask, value));
}

// Atomics: relaxed, as on a GPU. Each returns the old value.

template <detail::AtomicInteger T>
T atomicAdd(T* address, std::type_identity_t<T> value) {
  return __atomic_fetch_add(address, value, __ATOMIC_RELAXED);
}
template <detail::AtomicReal T>
T atomicAdd(T* address, std::type_identity_t<T> value) {
  return detail::atomic_update(address, [value](T old) { return old + value; });
}
template <detail::AtomicInt32 T>
T atomicSub(T* address, std::type_identity_t<T> value) {
  return __atomic_fetch_sub(address, value, __ATOMIC_RELAXED);
}
template <detail::AtomicWord T>
T atomicExch(T* address, std::type_identity_t<T> value) {
  T before{};
  __atomic_exchange(address, &value, &before, __ATOMIC_RELAXED);
  return before;
}
template <detail::AtomicInteger T>
T atomicCAS(T* address, std::type_identity_t<T> compare, std::type_identity_t<T> value) {
  __atomic_compare_exchange_n(address, &compare, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  return compare;
}
template <detail::AtomicMinMax T>
T atomicMin(T* address, std::type_identity_t<T> value) {
  return detail::atomic_update(address, [value](T old) { return value < old ? value : old; });
}
template <detail::AtomicMinMax T>
T atomicMax(T* address, std::type_identity_t<T> value) {
  return detail::atomic_update(address, [value](T old) { return old < value ? value : old; });
}
template <detail::AtomicInteger T>
T atomicAnd(T* address, std::type_identity_t<T> value) {
  return __atomic_fetch_and(address, value, __ATOMIC_RELAXED);
}
template <detail::AtomicInteger T>
T atomicOr(T* address, std::type_identity_t<T> value) {
  return __atomic_fetch_or(address, value, __ATOMIC_RELAXED);
}
template <detail::AtomicInteger T>
T atomicXor(T* address, std::type_identity_t<T> value) {
  return __atomic_fetch_xor(address, value, __ATOMIC_RELAXED);
}
/// Counts up to `last`, then starts again at 0.
inline unsigned atomicInc(unsigned* address, unsigned last) {
  return detail::atomic_update(address, [last](unsigned old) { return old >= last ? 0 : old + 1; });
}
/// Counts down to 0, then starts again at `first`.
inline unsigned atomicDec(unsigned* address, unsigned first) {
  return detail::atomic_update(
      address, [first](unsigned old) { return old == 0 || old > first ? first : old - 1; });
}

// Memory.

// A GPU takes these as caching hints. Here they are plain accesses.
template <class T>
T __ldg(const T* address) {
  return *address;
}
template <class T>
T __ldca(const T* address) {
  return *address;
}
template <class T>
T __ldcg(const T* address) {
  return *address;
}
template <class T>
T __ldcs(const T* address) {
  return *address;
}
template <class T>
void __stcg(T* address, std::type_identity_t<T> value) {
  *address = value;
}
template <class T>
void __stcs(T* address, std::type_identity_t<T> value) {
  *address = value;
}

struct alignas(8) int2 {
  int x, y;
};
struct alignas(16) int4 {
  int x, y, z, w;
};
struct alignas(8) float2 {
  float x, y;
};
struct alignas(16) float4 {
  float x, y, z, w;
};

constexpr int2 make_int2(int x, int y) {
  return {x, y};
}
constexpr int4 make_int4(int x, int y, int z, int w) {
  return {x, y, z, w};
}
constexpr float2 make_float2(float x, float y) {
  return {x, y};
}
constexpr float4 make_float4(float x, float y, float z, float w) {
  return {x, y, z, w};
}

// Arithmetic.

constexpr int __popc(unsigned bits) {
  return std::popcount(bits);
}
constexpr int __popcll(unsigned long long bits) {
  return std::popcount(bits);
}
constexpr int __clz(int bits) {
  return std::countl_zero(static_cast<unsigned>(bits));
}
constexpr int __clzll(long long bits) {
  return std::countl_zero(static_cast<unsigned long long>(bits));
}
/// The position of the lowest bit that is set, counted from 1; 0 when none is.
constexpr int __ffs(int bits) {
  return __builtin_ffs(bits);
}
constexpr int __ffsll(long long bits) {
  return __builtin_ffsll(bits);
}
constexpr unsigned __brev(unsigned bits) {
  unsigned reversed = 0;
  for (int i = 0; i < 32; ++i) reversed = (reversed << 1) | ((bits >> i) & 1);
  return reversed;
}

inline float __fadd_rn(float a, float b) {
  return detail::rounded(a + b);
}
inline float __fsub_rn(float a, float b) {
  return detail::rounded(a - b);
}
inline float __fmul_rn(float a, float b) {
  return detail::rounded(a * b);
}
inline float __fdiv_rn(float a, float b) {
  return a / b;
}
inline float __fmaf_rn(float a, float b, float c) {
  return fmaf(a, b, c);
}

constexpr int __float_as_int(float value) {
  return std::bit_cast<int>(value);
}
constexpr unsigned __float_as_uint(float value) {
  return std::bit_cast<unsigned>(value);
}
constexpr float __int_as_float(int bits) {
  return std::bit_cast<float>(bits);
}
constexpr float __uint_as_float(unsigned bits) {
  return std::bit_cast<float>(bits);
}

// Signed with unsigned is taken as unsigned. A NaN gives way to the other argument.
#define ROWSORT_SIMT_MIN_MAX(Result, A, B)                                  \
  constexpr Result min(A a, B b) {                                          \
    return detail::smaller(static_cast<Result>(a), static_cast<Result>(b)); \
  }                                                                         \
  constexpr Result max(A a, B b) {                                          \
    return detail::larger(static_cast<Result>(a), static_cast<Result>(b));  \
  }
#define ROWSORT_SIMT_MIN_MAX_INTEGERS(Signed, Unsigned) \
  ROWSORT_SIMT_MIN_MAX(Signed, Signed, Signed)          \
  ROWSORT_SIMT_MIN_MAX(Unsigned, Unsigned, Unsigned)    \
  ROWSORT_SIMT_MIN_MAX(Unsigned, Signed, Unsigned)      \
  ROWSORT_SIMT_MIN_MAX(Unsigned, Unsigned, Signed)
ROWSORT_SIMT_MIN_MAX_INTEGERS(int, unsigned)
ROWSORT_SIMT_MIN_MAX_INTEGERS(long, unsigned long)
ROWSORT_SIMT_MIN_MAX_INTEGERS(long long, unsigned long long)
ROWSORT_SIMT_MIN_MAX(float, float, float)
ROWSORT_SIMT_MIN_MAX(double, double, double)
ROWSORT_SIMT_MIN_MAX(double, float, double)
ROWSORT_SIMT_MIN_MAX(double, double, float)
#undef ROWSORT_SIMT_MIN_MAX_INTEGERS
#undef ROWSORT_SIMT_MIN_MAX

// C23 has rsqrtf; the C library declares it from this version on.
#if !(defined(__GLIBC__) && defined(__GLIBC_PREREQ))
#define ROWSORT_SIMT_RSQRT
#elif !__GLIBC_PREREQ(2, 42)
#define ROWSORT_SIMT_RSQRT
#endif
#ifdef ROWSORT_SIMT_RSQRT
inline float rsqrtf(float value) {
  return 1.0f / sqrtf(value);
}
inline double rsqrt(double value) {
  return 1.0 / sqrt(value);
}
#undef ROWSORT_SIMT_RSQRT
#endif

}  // namespace rowsort::simt::cuda

using namespace rowsort::simt::cuda;
