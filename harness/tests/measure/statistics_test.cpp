#include "rowsort/measure/statistics.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>

#include "samples.h"
#include <gtest/gtest.h>

namespace rowsort {
namespace {

std::vector<double> one_to(int n) {
  std::vector<double> values(static_cast<std::size_t>(n));
  std::iota(values.begin(), values.end(), 1.0);
  return values;
}

TEST(Median, OfAnOddAndAnEvenNumberOfValues) {
  EXPECT_EQ(median({3}), 3);
  EXPECT_EQ(median({5, 1, 3}), 3);
  EXPECT_EQ(median({4, 1, 3, 2}), 2.5);
  EXPECT_EQ(median({1, 1, 100, 100}), 50.5);
}

TEST(Quantile, IsLinearBetweenNeighbours) {
  EXPECT_EQ(quantile({10, 30, 20}, 0), 10);
  EXPECT_EQ(quantile({10, 30, 20}, 0.5), 20);
  EXPECT_EQ(quantile({10, 30, 20}, 0.75), 25);
  EXPECT_EQ(quantile({10, 30, 20}, 1), 30);
  EXPECT_EQ(quantile({7}, 0.9), 7);
}

// Counts all ways in which two samples of n can alternate. Returns the share of them in which the
// k-th smallest of one sample is above at least half of the other.
double share_above_half(int n, int k) {
  long above = 0;
  long all = 0;
  for (std::uint32_t first = 0; first < (1u << (2 * n)); ++first) {
    if (std::popcount(first) != n) continue;
    ++all;
    int seen = 0;
    int place = 0;
    for (; seen < k; ++place) seen += static_cast<int>((first >> place) & 1);
    above += place - k >= (n + 1) / 2 ? 1 : 0;
  }
  return static_cast<double>(above) / static_cast<double>(all);
}

TEST(MedianPredictionInterval, HasTheRanksThatCountingGives) {
  for (const int n : {9, 10, 11}) {
    std::vector<double> values = one_to(n);
    std::reverse(values.begin(), values.end());
    const auto interval = median_prediction_interval(values, 0.95);
    ASSERT_TRUE(interval) << n;
    const auto k = static_cast<int>(interval->low);
    EXPECT_LE(2 * share_above_half(n, k), 0.05) << n;
    EXPECT_GT(2 * share_above_half(n, k + 1), 0.05) << n;
    EXPECT_EQ(interval->high, n + 1 - k) << n;
  }
}

TEST(MedianPredictionInterval, NeedsNineValuesFor95Percent) {
  EXPECT_FALSE(median_prediction_interval({}, 0.95));
  EXPECT_FALSE(median_prediction_interval(one_to(8), 0.95));
  EXPECT_TRUE(median_prediction_interval(one_to(9), 0.95));
  EXPECT_FALSE(median_prediction_interval(one_to(9), 0.999));
}

// A skewed distribution, because the interval must hold for any.
TEST(MedianPredictionInterval, HoldsTheMedianOfAnotherSampleAsOftenAsItSays) {
  constexpr int kTrials = 2000;
  Noise noise(3);
  const auto sample = [&] {
    std::vector<double> values(25);
    for (double& value : values) value = noise.exponential();
    return values;
  };
  int held = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    held += median_prediction_interval(sample(), 0.95)->contains(median(sample())) ? 1 : 0;
  }
  EXPECT_GE(held, kTrials * 94 / 100);
  EXPECT_LE(held, kTrials * 98 / 100);
}

std::vector<double> around(double centre, double deviation, int count, std::uint64_t seed) {
  Noise noise(seed);
  std::vector<double> values;
  for (int i = 0; i < count; ++i) values.push_back(centre + deviation * noise.normal());
  return values;
}

std::vector<double> concatenated(std::vector<double> a, const std::vector<double>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

TEST(TwoModes, AreFoundWithTheirShares) {
  const auto modes = find_two_modes(concatenated(around(279, 1, 6, 1), around(186, 1, 14, 2)));
  ASSERT_TRUE(modes);
  EXPECT_NEAR(modes->low, 186, 2);
  EXPECT_NEAR(modes->high, 279, 2);
  EXPECT_DOUBLE_EQ(modes->high_share, 0.3);
}

TEST(TwoModes, AnOutlierIsNotAMode) {
  EXPECT_FALSE(find_two_modes(concatenated(around(93, 1, 19, 1), {300})));
  EXPECT_FALSE(find_two_modes(concatenated(around(93, 1, 18, 1), {300, 301})));
  EXPECT_TRUE(find_two_modes(concatenated(around(93, 1, 17, 1), {300, 301, 302})));
}

// A coarse clock may alternate between two values 1% apart: clearly two modes, but harmless.
TEST(TwoModes, DoNotMatterWithinFivePercent) {
  EXPECT_FALSE(find_two_modes(concatenated(around(100, 0.01, 10, 1), around(101, 0.01, 10, 2))));
  EXPECT_TRUE(find_two_modes(concatenated(around(100, 0.01, 10, 1), around(106, 0.01, 10, 2))));
}

TEST(TwoModes, EqualValuesAndTooFewHaveNone) {
  EXPECT_FALSE(find_two_modes({}));
  EXPECT_FALSE(find_two_modes({1, 2, 3, 4, 5}));
  EXPECT_FALSE(find_two_modes(std::vector<double>(20, 93.0)));
}

TEST(TwoModes, AreRarelyFoundInASampleWithOne) {
  int normal = 0;
  int uniform = 0;
  Noise noise(11);
  for (int trial = 0; trial < 1000; ++trial) {
    std::vector<double> values(20);
    for (double& value : values) value = 100 + 20 * noise.normal();
    normal += find_two_modes(values) ? 1 : 0;
    for (double& value : values) value = 50 + 100 * noise.uniform();
    uniform += find_two_modes(values) ? 1 : 0;
  }
  EXPECT_LE(normal, 2);
  EXPECT_LE(uniform, 10);
}

TEST(Trend, IsSeenThroughNoiseAndNotInNoise) {
  Noise noise(5);
  std::vector<double> rising;
  std::vector<double> level;
  for (int i = 0; i < 30; ++i) {
    rising.push_back(100 + 0.5 * i + noise.normal());
    level.push_back(100 + noise.normal());
  }
  EXPECT_TRUE(has_trend(rising));
  std::reverse(rising.begin(), rising.end());
  EXPECT_TRUE(has_trend(rising));
  EXPECT_FALSE(has_trend(level));
  EXPECT_FALSE(has_trend(std::vector<double>(30, 1.0)));
  EXPECT_FALSE(has_trend(std::vector<double>{1, 2, 3}));
}

}  // namespace
}  // namespace rowsort
