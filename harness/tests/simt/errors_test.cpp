// The messages for a kernel's mistakes, and that the next launch is not affected.

#include "rowsort/simt/launch.h"
#include "rowsort/simt/simt.h"

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <regex>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace rowsort::simt {
namespace {

constexpr unsigned kAll = 0xffffffffu;

/// The message of the KernelError that a launch throws. A build with debug information names lines,
/// which are left out; trace_errors_test.cpp tests them.
std::string error_of(LaunchShape shape, const std::function<void()>& body) {
  try {
    launch(shape, body);
  } catch (const KernelError& error) {
    static const std::regex line(R"( at errors_test\.cpp:\d+)");
    return std::regex_replace(error.message(), line, "");
  }
  return "no error";
}

TEST(SimtError, ExceptionNamesTheLaneThatThrew) {
  try {
    launch({10, 64}, [] {
      if (blockIdx.x == 7 && threadIdx.x == 37) throw std::out_of_range("index 12 of 10");
    });
    FAIL();
  } catch (const KernelError& error) {
    EXPECT_STREQ(error.what(), "failed: exception in block 7, warp 1, lane 5: index 12 of 10");
  }
}

TEST(SimtError, ExceptionOfAnyTypeIsReported) {
  EXPECT_EQ(error_of({1, 32}, [] { throw 1; }),
            "exception in block 0, warp 0, lane 0: not a std::exception");
}

TEST(SimtError, ExceptionAfterAShuffleNamesTheLaneThatThrew) {
  EXPECT_EQ(error_of({1, 64},
                     [] {
                       __syncthreads();
                       if (__shfl_sync(kAll, threadIdx.x, 3) == 35 && threadIdx.x % 32 == 9) {
                         throw std::runtime_error("late");
                       }
                       __syncthreads();
                     }),
            "exception in block 0, warp 1, lane 9: late");
}

TEST(SimtError, FirstBlockWithAnErrorIsReportedOnAnyNumberOfCores) {
  for (int repeat = 0; repeat < 50; ++repeat) {
    try {
      launch({300, 32},
             [] {
               if (blockIdx.x >= 41) throw std::runtime_error("bad");
             },
             {.cores = 4});
      FAIL();
    } catch (const KernelError& error) {
      ASSERT_STREQ(error.message(), "exception in block 41, warp 0, lane 0: bad");
    }
  }
}

TEST(SimtError, LanesThatWaitAreUnwound) {
  std::atomic<int> alive = 0;
  const auto text = error_of({4, 96}, [&] {
    ++alive;
    const std::shared_ptr<int> counted(new int(0), [&](int* p) {
      delete p;
      --alive;
    });
    if (threadIdx.x < 64) __syncthreads();
    __shfl_sync(kAll, 1, 0);
    if (threadIdx.x == 95) throw std::runtime_error("last");
    __syncthreads();
  });
  EXPECT_EQ(text, "exception in block 0, warp 2, lane 31: last");
  EXPECT_EQ(alive, 0);
}

TEST(SimtError, TheNextLaunchIsNotAffected) {
  EXPECT_NE(error_of({4, 64}, [] { __shfl_sync(1u, 0, 0); }), "no error");
  std::vector<unsigned> got(64);
  launch({1, 64}, [&] { got[threadIdx.x] = __ballot_sync(kAll, 1); });
  EXPECT_EQ(got, std::vector<unsigned>(64, kAll));
}

TEST(SimtError, NamedLaneHasExited) {
  EXPECT_EQ(
      error_of({1, 32},
               [] {
                 if (threadIdx.x >= 23) return;
                 __shfl_down_sync(kAll, 1.0f, 16);
               }),
      "__shfl_down_sync in block 0, warp 0, lane 0: 23 of the 32 lanes named by mask 0xffffffff "
      "arrived; lanes 23-31 have already left the kernel, so it never completes");
  EXPECT_EQ(error_of({2, 64},
                     [] {
                       if (blockIdx.x == 1 && threadIdx.x == 40) return;
                       __ballot_sync(kAll, 1);
                     }),
            "__ballot_sync in block 1, warp 1, lane 0: 31 of the 32 lanes named by mask 0xffffffff "
            "arrived; lane 8 has already left the kernel, so it never completes");
}

TEST(SimtError, NamedLaneDoesNotExist) {
  EXPECT_EQ(
      error_of({1, 40}, [] { __any_sync(kAll, 1); }),
      "__any_sync in block 0, warp 1, lane 0: 8 of the 32 lanes named by mask 0xffffffff arrived; "
      "lanes 8-31 do not exist in this warp of 8, so it never completes");
}

TEST(SimtError, MasksDisagree) {
  EXPECT_EQ(
      error_of({1, 32}, [] { __reduce_add_sync(threadIdx.x == 4 ? 0x7fffffffu : kAll, 1u); }),
      "__reduce_add_sync in block 0, warp 0, lane 0: 31 of the 32 lanes named by mask 0xffffffff "
      "arrived; lane 4 waits at __reduce_add_sync with mask 0x7fffffff, so it never completes");
}

TEST(SimtError, LanesWaitAtDifferentBuiltIns) {
  EXPECT_EQ(
      error_of({1, 32},
               [] {
                 if (threadIdx.x % 2 == 0) {
                   __shfl_up_sync(kAll, 1, 1);
                 } else if (threadIdx.x > 3) {
                   __shfl_xor_sync(kAll, 1, 1);
                 } else {
                   __syncthreads();
                 }
               }),
      "__shfl_up_sync in block 0, warp 0, lane 0: 16 of the 32 lanes named by mask 0xffffffff "
      "arrived; lanes 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29 and 31 wait at "
      "__shfl_xor_sync with mask 0xffffffff and lanes 1 and 3 wait at __syncthreads, so it never "
      "completes");
}

TEST(SimtError, SyncWarpWaitsForALaneThatWaitsElsewhere) {
  EXPECT_EQ(
      error_of({1, 32},
               [] {
                 if (threadIdx.x == 31) {
                   __all_sync(kAll, 1);
                 } else {
                   __syncwarp();
                 }
               }),
      "__syncwarp in block 0, warp 0, lane 0: 31 of the 32 lanes named by mask 0xffffffff arrived; "
      "lane 31 waits at __all_sync with mask 0xffffffff, so it never completes");
}

TEST(SimtError, CallerIsNotInItsOwnMask) {
  EXPECT_EQ(
      error_of({1, 32}, [] { __shfl_xor_sync(0x1fu, 1, 1); }),
      "__shfl_xor_sync in block 0, warp 0, lane 5: the mask 0x0000001f does not name the calling "
      "lane");
}

TEST(SimtError, WidthIsNotAPowerOfTwo) {
  EXPECT_EQ(
      error_of({1, 32}, [] { __shfl_sync(kAll, 1, 0, 24); }),
      "__shfl_sync in block 0, warp 0, lane 0: the width is 24; it must be 1, 2, 4, 8, 16 or 32");
}

TEST(SimtError, SyncThreadsAfterAPartialExit) {
  EXPECT_EQ(
      error_of({1, 256},
               [] {
                 if (threadIdx.x >= 200) return;
                 __syncthreads();
               }),
      "__syncthreads in block 0, warp 0, lane 0: 200 of the 256 threads of the block arrived; 56 "
      "have left the kernel, so it never completes");
}

TEST(SimtError, ThreadsWaitAtDifferentBarriers) {
  EXPECT_EQ(
      error_of({1, 64},
               [] {
                 if (threadIdx.x == 0) return;
                 if (threadIdx.x < 3) {
                   __syncthreads_count(1);
                 } else {
                   __syncthreads();
                 }
               }),
      "__syncthreads in block 0, warp 0, lane 3: 61 of the 64 threads of the block arrived; 1 has "
      "left the kernel and 2 wait at __syncthreads_count, so it never completes");
}

}  // namespace
}  // namespace rowsort::simt
