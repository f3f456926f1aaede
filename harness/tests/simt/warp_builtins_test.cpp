// Votes, shuffles and reductions: the value of every lane, as the CUDA C++ Programming Guide defines
// it.

#include "rowsort/simt/launch.h"
#include "rowsort/simt/simt.h"

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include <gtest/gtest.h>

namespace rowsort::simt {
namespace {

constexpr unsigned kAll = 0xffffffffu;

/// The results of `lane_value` in the lanes of one full warp.
template <class Value>
std::vector<Value> on_one_warp(const std::function<Value(int lane)>& lane_value) {
  std::vector<Value> values(32);
  launch({1, 32}, [&] { values[threadIdx.x] = lane_value(static_cast<int>(threadIdx.x)); });
  return values;
}

std::vector<int> expect_lanes(const std::function<int(int lane)>& value) {
  std::vector<int> values(32);
  for (int lane = 0; lane < 32; ++lane) values[static_cast<std::size_t>(lane)] = value(lane);
  return values;
}

/// The value that a lane sends.
int sent(int lane) {
  return 100 + lane;
}

TEST(SimtShuffle, ReadsTheGivenLaneModuloTheWidth) {
  for (const int width : {32, 8}) {
    for (const int source : {0, 5, 31, 40, -1}) {
      EXPECT_EQ(
          on_one_warp<int>([&](int lane) { return __shfl_sync(kAll, sent(lane), source, width); }),
          expect_lanes([&](int lane) {
            return sent(lane / width * width + ((source % width) + width) % width);
          }))
          << "width " << width << ", source " << source;
    }
  }
}

TEST(SimtShuffle, UpKeepsTheOwnValueAtTheStartOfASegment) {
  for (const int width : {32, 8}) {
    for (const int delta : {0, 1, 7, 31, 100}) {
      EXPECT_EQ(
          on_one_warp<int>([&](int lane) {
            return __shfl_up_sync(kAll, sent(lane), static_cast<unsigned>(delta), width);
          }),
          expect_lanes([&](int lane) { return sent(lane % width >= delta ? lane - delta : lane); }))
          << "width " << width << ", delta " << delta;
    }
  }
}

TEST(SimtShuffle, DownKeepsTheOwnValueAtTheEndOfASegment) {
  for (const int width : {32, 8}) {
    for (const int delta : {0, 1, 7, 31, 100}) {
      EXPECT_EQ(on_one_warp<int>([&](int lane) {
                  return __shfl_down_sync(kAll, sent(lane), static_cast<unsigned>(delta), width);
                }),
                expect_lanes([&](int lane) {
                  return sent(lane % width + delta < width ? lane + delta : lane);
                }))
          << "width " << width << ", delta " << delta;
    }
  }
}

TEST(SimtShuffle, XorReadsEarlierSegmentsButNotLaterOnes) {
  for (const int width : {32, 8}) {
    for (const int lane_mask : {1, 6, 16, 31}) {
      EXPECT_EQ(on_one_warp<int>(
                    [&](int lane) { return __shfl_xor_sync(kAll, sent(lane), lane_mask, width); }),
                expect_lanes([&](int lane) {
                  const int source = lane ^ lane_mask;
                  return sent(source / width <= lane / width ? source : lane);
                }))
          << "width " << width << ", lane mask " << lane_mask;
    }
  }
}

template <class Value>
void expect_every_bit_passes(Value first) {
  const auto got = on_one_warp<Value>([&](int lane) {
    const Value value = first + static_cast<Value>(lane);
    return __shfl_sync(kAll, value, 31 - lane);
  });
  for (int lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(got[static_cast<std::size_t>(lane)], first + static_cast<Value>(31 - lane));
  }
}

TEST(SimtShuffle, PassesEveryBitOfEveryType) {
  expect_every_bit_passes<int>(-2'000'000'000);
  expect_every_bit_passes<unsigned>(4'000'000'000u);
  expect_every_bit_passes<long>(-9'000'000'000'000'000'000);
  expect_every_bit_passes<unsigned long>(18'000'000'000'000'000'000u);
  expect_every_bit_passes<long long>(-9'000'000'000'000'000'000);
  expect_every_bit_passes<unsigned long long>(18'000'000'000'000'000'000u);
  expect_every_bit_passes<float>(-0.15625f);
  expect_every_bit_passes<double>(1.0 / 3.0);
}

TEST(SimtShuffle, LanesMayReadDifferentSourcesManyTimes) {
  const auto got = on_one_warp<int>([](int lane) {
    int value = lane;
    for (int step = 0; step < 100; ++step) value = __shfl_sync(kAll, value, lane + 1);
    return value;
  });
  EXPECT_EQ(got, expect_lanes([](int lane) { return (lane + 100) % 32; }));
}

TEST(SimtShuffle, ALaneOutsideTheMaskGivesAllBitsSet) {
  const auto got = on_one_warp<int>(
      [](int lane) { return lane < 8 ? __shfl_down_sync(0xffu, sent(lane), 4) : 0; });
  EXPECT_EQ(got, expect_lanes([](int lane) {
              if (lane >= 8) return 0;
              return lane + 4 < 8 ? sent(lane + 4) : -1;
            }));
}

TEST(SimtShuffle, HalvesOfAWarpInDifferentBranchesDoNotMix) {
  const auto got = on_one_warp<int>([](int lane) {
    int value = lane;
    if (lane < 16) {
      for (int offset = 8; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0x0000ffffu, value, offset);
    } else {
      value = __shfl_sync(0xffff0000u, value, 16);
      value += __shfl_down_sync(0xffff0000u, value, 1, 16);
    }
    return value;
  });
  EXPECT_EQ(got, expect_lanes([](int lane) { return lane < 16 ? 120 : 32; }));
}

TEST(SimtShuffle, TheSameBuiltInMayBeReachedInBothBranches) {
  const auto got = on_one_warp<int>([](int lane) {
    if (lane % 2 == 0) return __shfl_xor_sync(kAll, lane, 1);
    return 1000 + __shfl_xor_sync(kAll, lane, 1);
  });
  EXPECT_EQ(got, expect_lanes([](int lane) { return lane % 2 == 0 ? lane + 1 : 1000 + lane - 1; }));
}

TEST(SimtShuffle, TwoMasksThatShareALaneAreServedOneAfterTheOther) {
  const auto got = on_one_warp<int>([](int lane) {
    if (lane == 0) {
      return __shfl_sync(0x0fu, 7, 0) + __shfl_sync(0xf1u, 8, 0);
    }
    if (lane < 4) return __shfl_sync(0x0fu, 0, 0);
    if (lane < 8) return __shfl_sync(0xf1u, 0, 0);
    return 0;
  });
  EXPECT_EQ(got, expect_lanes([](int lane) {
              return lane == 0 ? 15 : lane < 4 ? 7 : lane < 8 ? 8 : 0;
            }));
}

TEST(SimtVote, BallotHasTheBitOfEveryLaneThatSaysYes) {
  const auto got =
      on_one_warp<unsigned>([](int lane) { return __ballot_sync(kAll, lane % 3 == 0); });
  for (const unsigned ballot : got) EXPECT_EQ(ballot, 0x49249249u);
}

TEST(SimtVote, AnyAndAllCountOnlyTheNamedLanes) {
  const auto got = on_one_warp<int>([](int lane) {
    if (lane >= 16) return 0;
    return __any_sync(0xffffu, lane == 3) + 2 * __any_sync(0xffffu, lane == 20) +
           4 * __all_sync(0xffffu, lane < 16) + 8 * __all_sync(0xffffu, lane != 3);
  });
  EXPECT_EQ(got, expect_lanes([](int lane) { return lane < 16 ? 5 : 0; }));
}

TEST(SimtVote, ActiveMaskTellsTheBranchesApart) {
  const auto got = on_one_warp<unsigned>([](int lane) {
    unsigned mask = 0;
    if (lane % 4 == 0) {
      mask = __activemask();
    } else {
      mask = __activemask();
      mask |= lane >= 0 ? 0u : 1u;
    }
    return mask;
  });
  for (std::size_t lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(got[lane], lane % 4 == 0 ? 0x11111111u : 0xeeeeeeeeu) << "lane " << lane;
  }
}

TEST(SimtVote, ActiveMaskLeavesOutLanesThatHaveExited) {
  const auto got = on_one_warp<unsigned>([](int lane) { return lane < 20 ? __activemask() : 0u; });
  EXPECT_EQ(got[0], 0x000fffffu);
  EXPECT_EQ(got[19], 0x000fffffu);
}

TEST(SimtReduce, CombinesTheNamedLanes) {
  launch({1, 32}, [] {
    const int lane = static_cast<int>(threadIdx.x);
    EXPECT_EQ(__reduce_add_sync(kAll, lane - 20), -144);
    EXPECT_EQ(__reduce_min_sync(kAll, lane - 20), -20);
    EXPECT_EQ(__reduce_max_sync(kAll, lane - 40), -9);
    EXPECT_EQ(__reduce_max_sync(kAll, static_cast<unsigned>(lane - 20)), 0xffffffffu);
    EXPECT_EQ(__reduce_min_sync(kAll, 3000000000u + threadIdx.x), 3000000000u);
    EXPECT_EQ(__reduce_and_sync(kAll, 0xf0u | threadIdx.x), 0xf0u);
    EXPECT_EQ(__reduce_or_sync(kAll, threadIdx.x), 31u);
    EXPECT_EQ(__reduce_xor_sync(kAll, threadIdx.x + 1), 32u);
    const unsigned half = lane < 16 ? 0x0000ffffu : 0xffff0000u;
    EXPECT_EQ(__reduce_add_sync(half, 1u), 16u);
  });
}

TEST(SimtPartialWarp, WorksWithTheMaskOfItsOwnLanes) {
  std::vector<unsigned> got(40);
  launch({1, 40}, [&] {
    const unsigned mask = threadIdx.x < 32 ? kAll : 0xffu;
    got[threadIdx.x] = __ballot_sync(mask, 1) + __reduce_add_sync(mask, 1u);
    __syncwarp();  // does not wait for the lanes that do not exist
  });
  EXPECT_EQ(got[31], kAll + 32u);
  EXPECT_EQ(got[32], 0xffu + 8u);
  EXPECT_EQ(got[39], 0xffu + 8u);
}

TEST(SimtSyncWarp, OrdersWritesBeforeReads) {
  const auto got = on_one_warp<int>([](int lane) {
    __shared__ int cells[32];
    cells[lane] = lane * lane;
    __syncwarp();
    return cells[31 - lane];
  });
  EXPECT_EQ(got, expect_lanes([](int lane) { return (31 - lane) * (31 - lane); }));
}

TEST(SimtSyncWarp, DoesNotWaitForLanesThatHaveExited) {
  const auto got = on_one_warp<int>([](int lane) {
    if (lane % 2 == 1) return -1;
    __syncwarp();
    return lane;
  });
  EXPECT_EQ(got, expect_lanes([](int lane) { return lane % 2 == 1 ? -1 : lane; }));
}

TEST(SimtExit, WholeWarpsMayLeaveBeforeOthersShuffle) {
  std::vector<int> got(128, -1);
  launch({1, 128}, [&] {
    if (threadIdx.x / 32 % 2 == 0) return;
    __syncwarp();
    got[threadIdx.x] = __shfl_sync(kAll, static_cast<int>(threadIdx.x), 0);
  });
  for (std::size_t i = 0; i < 128; ++i) {
    EXPECT_EQ(got[i], i / 32 % 2 == 0 ? -1 : static_cast<int>(i / 32 * 32)) << "thread " << i;
  }
}

}  // namespace
}  // namespace rowsort::simt
