#include "rowsort/matrix/lane_slots.h"

#include "rowsort/matrix/exact_inputs.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace rowsort {
namespace {

std::vector<int> sorted(std::vector<int> lengths) {
  std::sort(lengths.begin(), lengths.end());
  return lengths;
}

std::vector<int> sorted_descending(std::vector<int> lengths) {
  std::sort(lengths.begin(), lengths.end(), std::greater<>());
  return lengths;
}

double percent(std::uint64_t lane_slots) {
  return std::round(useful_share(kNonzeros, lane_slots) * 1000) / 10;
}

TEST(LaneSlots, OfTheEvenMatrix) {
  const auto lengths = even_row_lengths();
  EXPECT_EQ(lane_slots_thread_per_row(lengths), 8'388'608u);
  EXPECT_EQ(lane_slots_warp_per_row(lengths), 16'777'216u);
  EXPECT_EQ(lane_slots_minimum(lengths), 8'388'608u);
  EXPECT_EQ(percent(8'388'608), 100.0);
  EXPECT_EQ(percent(16'777'216), 50.0);
}

TEST(LaneSlots, OfTheSkewedMatrix) {
  const auto lengths = skewed_row_lengths();
  EXPECT_EQ(lane_slots_thread_per_row(lengths), 219'676'672u);
  EXPECT_EQ(lane_slots_warp_per_row(lengths), 23'592'960u);
  EXPECT_EQ(percent(219'676'672), 3.8);
  EXPECT_EQ(percent(23'592'960), 35.6);
}

TEST(LaneSlots, OfTheSortedSkewedMatrixAreHeavyPlusLight) {
  const auto lengths = sorted_descending(skewed_row_lengths());
  const std::span<const int> rows = lengths;
  const std::size_t heavy_rows = kRows / kWarpSize;
  EXPECT_EQ(lane_slots_thread_per_row(rows), 8'388'608u);
  EXPECT_EQ(lane_slots_thread_per_row(rows.first(heavy_rows)), 6'864'896u);
  EXPECT_EQ(lane_slots_thread_per_row(rows.subspan(heavy_rows)), 1'523'712u);
  EXPECT_EQ(lane_slots_minimum(skewed_row_lengths()), 8'388'608u);
  EXPECT_EQ(lane_slots_thread_per_row(sorted(skewed_row_lengths())), 8'388'608u);
}

TEST(LaneSlots, OfOneGroupOfThirtyTwoRows) {
  const std::vector<int> even(32, 16);
  std::vector<int> skewed(32, 3);
  skewed.back() = 419;
  EXPECT_EQ(lane_slots_thread_per_row(even), 512u);
  EXPECT_EQ(lane_slots_warp_per_row(skewed), 1'440u);
  EXPECT_EQ(lane_slots_thread_per_row(skewed), 13'408u);
}

TEST(LaneSlots, CountThirtyTwoLanesForAPartialLastWarp) {
  EXPECT_EQ(lane_slots_thread_per_row(std::vector<int>{7}), 32u * 7);
  std::vector<int> lengths(33, 2);
  lengths.back() = 5;
  EXPECT_EQ(lane_slots_thread_per_row(lengths), 32u * 2 + 32u * 5);
  EXPECT_EQ(lane_slots_thread_per_row(std::vector<int>(64, 1)), 64u);
}

TEST(LaneSlots, AreNoneWhereThereIsNothingToDo) {
  EXPECT_EQ(lane_slots_thread_per_row({}), 0u);
  EXPECT_EQ(lane_slots_warp_per_row({}), 0u);
  EXPECT_EQ(lane_slots_minimum({}), 0u);
  EXPECT_EQ(lane_slots_thread_per_row(std::vector<int>(100, 0)), 0u);
  EXPECT_EQ(lane_slots_warp_per_row(std::vector<int>(100, 0)), 0u);
  EXPECT_EQ(useful_share(0, 0), 1.0);
}

TEST(LaneSlots, WarpPerRowRoundsEachRowUpToWholePasses) {
  const auto slots = [](int length) { return lane_slots_warp_per_row(std::vector<int>{length}); };
  EXPECT_EQ(slots(1), 32u);
  EXPECT_EQ(slots(32), 32u);
  EXPECT_EQ(slots(33), 64u);
  EXPECT_EQ(slots(419), 448u);
}

TEST(LaneSlots, DoNotOverflow32Bits) {
  const std::vector<int> lengths(1, std::numeric_limits<int>::max());
  EXPECT_EQ(lane_slots_thread_per_row(lengths), 68'719'476'704u);
  EXPECT_EQ(lane_slots_warp_per_row(lengths), 2'147'483'648u);
}

TEST(LaneSlots, AscendingIsWorseWhereRowsAreNoMultipleOfAWarp) {
  // 33 rows: descending leaves a row of 1 alone, ascending the row of 100 beside a warp that
  // needs 9.
  std::vector<int> lengths(33, 1);
  lengths[4] = 9;
  lengths[20] = 100;
  EXPECT_EQ(lane_slots_thread_per_row(sorted_descending(lengths)), 32u * 101);
  EXPECT_EQ(lane_slots_thread_per_row(sorted(lengths)), 32u * 109);
  EXPECT_EQ(lane_slots_minimum(lengths), 32u * 101);
}

// Rows in two warps, the second one partial: all that matters is how many rows of each length share
// the partial warp, so every such choice is tried.
class TwoWarps {
 public:
  TwoWarps(const std::vector<int>& lengths) : partial_rows_(lengths.size() - kWarpSize) {
    for (const int length : sorted(lengths)) {
      if (values_.empty() || values_.back() != length) {
        values_.push_back(length);
        counts_.push_back(0);
      }
      ++counts_.back();
    }
  }

  std::uint64_t fewest_lane_slots() const { return choose(0, partial_rows_, 0, 0); }

 private:
  std::uint64_t choose(std::size_t v, std::size_t left, int longest_full,
                       int longest_partial) const {
    if (v == values_.size()) {
      return left > 0 ? std::numeric_limits<std::uint64_t>::max()
                      : kWarpSize * static_cast<std::uint64_t>(longest_full + longest_partial);
    }
    std::uint64_t fewest = std::numeric_limits<std::uint64_t>::max();
    for (std::size_t taken = 0; taken <= std::min(left, counts_[v]); ++taken) {
      fewest = std::min(fewest,
                        choose(v + 1, left - taken, taken < counts_[v] ? values_[v] : longest_full,
                               taken > 0 ? values_[v] : longest_partial));
    }
    return fewest;
  }

  std::size_t partial_rows_;
  std::vector<int> values_;
  std::vector<std::size_t> counts_;
};

TEST(LaneSlotsMinimum, IsReachedByNoOtherOrderOfTwoWarpsByBruteForce) {
  std::mt19937_64 random(7);
  int ascending_was_worse = 0;
  for (std::size_t rows = 33; rows <= 40; ++rows) {
    for (unsigned trial = 0; trial < 50; ++trial) {
      std::vector<int> lengths(rows);
      for (int& length : lengths) {
        length = std::vector<int>{0, 1, 2, 7, 30}[random() % (trial % 4 + 2u)];
      }
      EXPECT_EQ(lane_slots_minimum(lengths), TwoWarps(lengths).fewest_lane_slots());
      EXPECT_EQ(lane_slots_minimum(lengths), lane_slots_thread_per_row(sorted_descending(lengths)));
      ascending_was_worse +=
          lane_slots_thread_per_row(sorted(lengths)) > lane_slots_minimum(lengths) ? 1 : 0;
    }
  }
  EXPECT_GT(ascending_was_worse, 0);
}

TEST(LaneSlotsMinimum, IsUnderAnyShuffleOfManyWarps) {
  std::mt19937_64 random(11);
  for (const std::size_t rows : {65u, 100u, 128u, 333u}) {
    std::vector<int> lengths(rows);
    for (int& length : lengths) length = static_cast<int>(random() % 50);
    const std::uint64_t minimum = lane_slots_minimum(lengths);
    for (int trial = 0; trial < 200; ++trial) {
      std::shuffle(lengths.begin(), lengths.end(), random);
      EXPECT_GE(lane_slots_thread_per_row(lengths), minimum);
      EXPECT_EQ(lane_slots_minimum(lengths), minimum);
    }
  }
}

}  // namespace
}  // namespace rowsort
