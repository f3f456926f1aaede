#include "rowsort/grade/timing.h"

#include <gtest/gtest.h>

namespace rowsort {
namespace {

TEST(Timing, TheMedianOfAnOddAndAnEvenNumberOfValues) {
  EXPECT_EQ(median({3}), 3);
  EXPECT_EQ(median({5, 1, 3}), 3);
  EXPECT_EQ(median({4, 1, 3, 2}), 2.5);
  EXPECT_EQ(median({1, 1, 100, 100}), 50.5);
}

TEST(Timing, EachPairGivesItsOwnRatio) {
  EXPECT_EQ(paired_ratios({{120, 60}, {50, 100}}), (std::vector<double>{2, 0.5}));
}

}  // namespace
}  // namespace rowsort
