// What the threads of a block and of a grid share, and the launch itself.

#include "rowsort/simt/launch.h"
#include "rowsort/simt/simt.h"

#include <atomic>
#include <cstddef>
#include <numeric>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include "peak_memory.h"
#include <gtest/gtest.h>

namespace rowsort::simt {
namespace {

using testing::kAddressSanitizer;
using testing::peak_kib;

TEST(SimtLaunch, GivesEveryThreadItsOwnPlace) {
  std::vector<int> runs(7 * 40);
  launch({7, 40}, [&] {
    EXPECT_EQ(gridDim.x, 7u);
    EXPECT_EQ(blockDim.x, 40u);
    EXPECT_EQ(threadIdx.y + threadIdx.z + blockIdx.y + blockIdx.z, 0u);
    EXPECT_EQ(blockDim.y * blockDim.z * gridDim.y * gridDim.z, 1u);
    ++runs[blockIdx.x * blockDim.x + threadIdx.x];
  });
  EXPECT_EQ(runs, std::vector<int>(7 * 40, 1));
}

TEST(SimtLaunch, DoesNothingForAnEmptyGrid) {
  launch({0, 32}, [] { FAIL(); });
}

TEST(SimtLaunch, RefusesShapesThatNoGpuHas) {
  EXPECT_THROW(launch({1, 0}, [] {}), std::invalid_argument);
  EXPECT_THROW(launch({1, 1025}, [] {}), std::invalid_argument);
  EXPECT_THROW(launch({std::size_t{1} << 31, 32}, [] {}), std::invalid_argument);
}

TEST(SimtLaunch, RunsAllBlocksOnAnyNumberOfCores) {
  for (const unsigned cores : {1u, 2u, 5u}) {
    std::atomic<int> threads = 0;
    launch({1000, 33}, [&] { ++threads; }, {.cores = cores});
    EXPECT_EQ(threads, 33'000) << cores << " cores";
  }
}

TEST(SimtLaunch, KeepsABlockOnOneThreadOfTheOperatingSystem) {
  std::vector<std::set<std::thread::id>> ids(64);
  launch({64, 64}, [&] {
    ids[blockIdx.x].insert(std::this_thread::get_id());
    __syncthreads();
    ids[blockIdx.x].insert(std::this_thread::get_id());
  });
  for (const auto& of_block : ids) EXPECT_EQ(of_block.size(), 1u);
}

__global__ void sum_of_block(const int* values, int* sums) {
  __shared__ int partial[256];
  const unsigned thread = threadIdx.x;
  partial[thread] = values[blockIdx.x * blockDim.x + thread];
  __syncthreads();
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (thread < stride) partial[thread] += partial[thread + stride];
    __syncthreads();
  }
  if (thread == 0) sums[blockIdx.x] = partial[0];
}

TEST(SimtSyncThreads, ReductionInSharedMemoryHasTheSumOfEveryBlock) {
  std::vector<int> values(256 * 50);
  std::iota(values.begin(), values.end(), 0);
  std::vector<int> sums(50);
  launch({50, 256}, [&] { sum_of_block(values.data(), sums.data()); });
  for (int block = 0; block < 50; ++block) {
    EXPECT_EQ(sums[static_cast<std::size_t>(block)], block * 256 * 256 + 255 * 128)
        << "block " << block;
  }
}

TEST(SimtSyncThreads, CountAndOrSeeEveryThreadOfThePartialBlock) {
  launch({3, 100}, [] {
    const unsigned thread = threadIdx.x;
    EXPECT_EQ(__syncthreads_count(thread % 3 == 0), 34);
    EXPECT_EQ(__syncthreads_count(thread == 99), 1);
    EXPECT_NE(__syncthreads_and(thread < 100), 0);
    EXPECT_EQ(__syncthreads_and(thread != 99), 0);
    EXPECT_NE(__syncthreads_or(thread == 99), 0);
    EXPECT_EQ(__syncthreads_or(thread >= 100), 0);
  });
}

TEST(SimtSyncThreads, MixesWithShufflesOfTheWarps) {
  std::vector<int> got(1024);
  launch({1, 1024}, [&] {
    __shared__ int warp_sums[32];
    int sum = 1;
    for (int offset = 16; offset > 0; offset /= 2)
      sum += __shfl_down_sync(~0u, sum, static_cast<unsigned>(offset));
    if (threadIdx.x % 32 == 0) warp_sums[threadIdx.x / 32] = sum;
    __syncthreads();
    int total = 0;
    for (const int part : warp_sums) total += part;
    got[threadIdx.x] = total;
  });
  EXPECT_EQ(got, std::vector<int>(1024, 1024));
}

TEST(SimtAtomics, LoseNothingWithAllBlocksAtOnce) {
  std::vector<unsigned> histogram(8);
  float float_sum = 0.0f;
  double double_sum = 0.0;
  unsigned long long large = 0;
  launch({500, 64},
         [&] {
           atomicAdd(&histogram[threadIdx.x % 8], 1);
           atomicAdd(&float_sum, 0.5f);
           atomicAdd(&double_sum, 0.25);
           atomicAdd(&large, 1ull << 32);
         },
         {.cores = 4});
  EXPECT_EQ(histogram, std::vector<unsigned>(8, 4000));
  EXPECT_EQ(float_sum, 16'000.0f);
  EXPECT_EQ(double_sum, 8'000.0);
  EXPECT_EQ(large, 32'000ull << 32);
}

TEST(SimtAtomics, ReturnTheValueBefore) {
  int i = 10;
  EXPECT_EQ(atomicSub(&i, 3), 10);
  EXPECT_EQ(atomicExch(&i, 5), 7);
  EXPECT_EQ(atomicCAS(&i, 4, 9), 5);
  EXPECT_EQ(atomicCAS(&i, 5, 9), 5);
  EXPECT_EQ(atomicMin(&i, 2), 9);
  EXPECT_EQ(atomicMax(&i, 12), 2);
  EXPECT_EQ(atomicAnd(&i, 6), 12);
  EXPECT_EQ(atomicOr(&i, 3), 4);
  EXPECT_EQ(atomicXor(&i, 1), 7);
  EXPECT_EQ(i, 6);
  unsigned u = 1;
  EXPECT_EQ(atomicInc(&u, 2), 1u);
  EXPECT_EQ(atomicInc(&u, 2), 2u);
  EXPECT_EQ(atomicDec(&u, 5), 0u);
  EXPECT_EQ(atomicDec(&u, 5), 5u);
  EXPECT_EQ(u, 4u);
  float f = 1.5f;
  EXPECT_EQ(atomicExch(&f, 2.5f), 1.5f);
  EXPECT_EQ(f, 2.5f);
}

TEST(SimtMath, AgreesWithTheGuide) {
  EXPECT_EQ(__popc(0xf0f0u), 8);
  EXPECT_EQ(__popcll(~0ull), 64);
  EXPECT_EQ(__clz(0), 32);
  EXPECT_EQ(__clz(1), 31);
  EXPECT_EQ(__clzll(1), 63);
  EXPECT_EQ(__ffs(0), 0);
  EXPECT_EQ(__ffs(8), 4);
  EXPECT_EQ(__ffsll(1ll << 40), 41);
  EXPECT_EQ(__brev(0x00000003u), 0xc0000000u);
  EXPECT_EQ(__float_as_uint(1.0f), 0x3f800000u);
  EXPECT_EQ(__int_as_float(0x40000000), 2.0f);
  EXPECT_EQ(min(-1, 1u), 1u);
  EXPECT_EQ(max(2.5f, 1.0f), 2.5f);
  EXPECT_EQ(max(NAN, 1.0f), 1.0f);
  EXPECT_EQ(min(2.5, NAN), 2.5);
  EXPECT_EQ(min(-1.0f, 2.5), -1.0);
  EXPECT_EQ(rsqrtf(4.0f), 0.5f);
  const float a = 1.0f + 0x1p-12f;  // a * a needs 25 bits: rounded, or kept by the fused operation
  EXPECT_EQ(__fadd_rn(__fmul_rn(a, a), -1.0f), 0x1p-11f);
  EXPECT_EQ(__fmaf_rn(a, a, -1.0f), 0x1p-11f + 0x1p-24f);
  EXPECT_EQ(sizeof(float4), alignof(float4));
  EXPECT_EQ(make_float2(1.0f, 2.0f).y, 2.0f);
}

TEST(SimtMemory, StaysFlatWhateverTheGridSize) {
  if (kAddressSanitizer) GTEST_SKIP() << "the sanitizer keeps memory of its own for each stack";
  const auto shuffle = [] { __shfl_sync(~0u, 1, 0); };
  launch({100, 64}, shuffle);
  const long before = peak_kib();
  launch({20'000, 64}, shuffle);
  EXPECT_LT(peak_kib() - before, 4096);
}

TEST(SimtBuiltIn, OutsideOfAKernelIsAnError) {
  EXPECT_THROW(__syncthreads(), std::logic_error);
  EXPECT_THROW(__shfl_sync(~0u, 1, 0), std::logic_error);
}

}  // namespace
}  // namespace rowsort::simt
