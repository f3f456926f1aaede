#include "rowsort/measure/measurement.h"

#include "samples.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rowsort {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;
using testing::StartsWith;

Measurement judged(const std::vector<TimedPair>& pairs, std::size_t other_processes = 0) {
  return evaluate(pairs, std::vector<TimedRun>(5, run_of(114)), other_processes, {});
}

TEST(PairedRatios, EachPairGivesItsOwn) {
  const std::vector<TimedPair> pairs = {{run_of(120), run_of(60)}, {run_of(50), run_of(100)}};
  EXPECT_EQ(paired_ratios(pairs), (std::vector<double>{2, 0.5}));
}

TEST(Measurement, SteadyPairsAreConclusive) {
  const Measurement measurement = judged(steady_pairs(20));
  EXPECT_TRUE(measurement.conclusive()) << measurement.inconclusive_because;
  EXPECT_NEAR(*measurement.ratio, 114.0 / 93, 0.005);
  EXPECT_TRUE(measurement.interval->contains(*measurement.ratio));
  EXPECT_LT(measurement.interval->width(), 0.02);
  EXPECT_EQ(measurement.pairs, 20u);
  EXPECT_EQ(measurement.dropped, 0u);
  EXPECT_NEAR(measurement.usual_megahertz, 1980, 1);
  EXPECT_FALSE(measurement.submitted_modes);
  EXPECT_FALSE(measurement.slowed_baseline);
}

// The GPU warms up: both kernels slow down by a fifth, and the ratio stays the same.
TEST(Measurement, ADriftThatBothKernelsShareCancels) {
  std::vector<TimedPair> pairs = steady_pairs(30);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto factor = 1 + 0.2f * static_cast<float>(i) / static_cast<float>(pairs.size());
    pairs[i].unsorted.microseconds *= factor;
    pairs[i].submitted.microseconds *= factor;
  }
  const Measurement measurement = evaluate(pairs, {}, 0, {});
  EXPECT_TRUE(measurement.conclusive()) << measurement.inconclusive_because;
  EXPECT_NEAR(*measurement.ratio, 114.0 / 93, 0.005);
}

TEST(Measurement, ADriftOfTheRatioIsInconclusive) {
  std::vector<TimedPair> pairs = steady_pairs(30);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    pairs[i].submitted.microseconds *= 1 + 0.003f * static_cast<float>(i);
  }
  EXPECT_THAT(judged(pairs).inconclusive_because, StartsWith("the ratio drifted by -"));
}

TEST(Measurement, TwoModesAreNamedAndInconclusive) {
  std::vector<TimedPair> pairs = steady_pairs(20);
  for (std::size_t i = 0; i < pairs.size(); i += 3) pairs[i].submitted.microseconds += 93;
  const Measurement measurement = judged(pairs);
  ASSERT_TRUE(measurement.submitted_modes);
  EXPECT_NEAR(measurement.submitted_modes->high, 186, 2);
  EXPECT_FALSE(measurement.unsorted_modes);
  EXPECT_THAT(measurement.inconclusive_because,
              StartsWith("the times of the submission have two modes, 9"));
}

TEST(Measurement, OneOutlierMovesNothing) {
  std::vector<TimedPair> pairs = steady_pairs(20);
  const Measurement without = judged(pairs);
  pairs[7].submitted.microseconds = 5000;
  const Measurement with = judged(pairs);
  EXPECT_TRUE(with.conclusive()) << with.inconclusive_because;
  EXPECT_NEAR(*with.ratio, *without.ratio, 0.005);
}

TEST(Measurement, TooFewPairsAreInconclusiveButHaveARatio) {
  const Measurement measurement = judged(steady_pairs(5));
  EXPECT_THAT(measurement.inconclusive_because, HasSubstr("only 5 pairs of runs could be used"));
  EXPECT_TRUE(measurement.ratio);
  EXPECT_FALSE(measurement.interval);
  EXPECT_FALSE(judged({}).ratio);
  EXPECT_FALSE(judged({}).conclusive());
}

// The clocks drop for a short time: those pairs are dropped, and the others decide.
TEST(Measurement, RunsAtLowerClocksAreDroppedAndCounted) {
  std::vector<TimedPair> pairs = steady_pairs(30);
  for (std::size_t i = 10; i < 14; ++i) pairs[i].submitted = run_of(93 * 1.4, 1400);
  const Measurement measurement = judged(pairs);
  EXPECT_EQ(measurement.dropped, 4u);
  EXPECT_TRUE(measurement.conclusive()) << measurement.inconclusive_because;
  EXPECT_NEAR(*measurement.ratio, 114.0 / 93, 0.005);
}

TEST(Measurement, AThrottledGpuIsInconclusive) {
  std::vector<TimedPair> pairs = steady_pairs(30);
  for (std::size_t i = 15; i < pairs.size(); ++i) {
    pairs[i] = {run_of(114 * 1.4, 1400), run_of(93 * 1.4, 1400)};
  }
  EXPECT_EQ(judged(pairs).inconclusive_because,
            "15 pairs of 30 ran below 95.0% of the usual clock rate of 1980 MHz: the GPU is "
            "throttled");
}

// Another process takes its share of the GPU now and then, for any part of a run.
TEST(Measurement, ASharedGpuIsInconclusiveAndSaysWho) {
  std::vector<TimedPair> pairs = steady_pairs(40);
  Noise noise(9);
  for (TimedPair& pair : pairs) {
    pair.unsorted.microseconds *= static_cast<float>(1 + noise.exponential());
    pair.submitted.microseconds *= static_cast<float>(1 + noise.exponential());
  }
  const Measurement measurement = evaluate(pairs, {}, 2, {});
  EXPECT_THAT(measurement.inconclusive_because, HasSubstr("wide, more than 5.0%"));
  EXPECT_THAT(measurement.inconclusive_because, HasSubstr("; 2 other processes used the GPU"));
}

TEST(Measurement, AnIdleProcessOnTheGpuChangesNothing) {
  EXPECT_TRUE(judged(steady_pairs(20), 1).conclusive());
}

TEST(Measurement, ABaselineThatTheSubmissionSlowsIsFlagged) {
  std::vector<TimedPair> pairs = steady_pairs(20);
  for (TimedPair& pair : pairs) pair.unsorted.microseconds *= 1.1f;
  const Measurement measurement = judged(pairs);
  EXPECT_TRUE(measurement.slowed_baseline);
  EXPECT_THAT(measurement.inconclusive_because,
              StartsWith("the baseline took 114.0 us before the submission ran"));
  EXPECT_FALSE(evaluate(pairs, {}, 0, {}).slowed_baseline);
}

TEST(Measurement, UnknownClocksDropNothing) {
  std::vector<TimedPair> pairs = steady_pairs(20);
  for (TimedPair& pair : pairs) pair.unsorted.megahertz = pair.submitted.megahertz = 0;
  const Measurement measurement = judged(pairs);
  EXPECT_EQ(measurement.dropped, 0u);
  EXPECT_EQ(measurement.usual_megahertz, 0);
  EXPECT_TRUE(measurement.conclusive());
}

// All with the same ratio, so that the interval has no width.
std::vector<TimedPair> quiet_pairs(std::size_t count) {
  return {count, TimedPair{run_of(114), run_of(93)}};
}

TEST(EnoughPairs, NarrowIntervalsStopAtTheFirstTest) {
  const StoppingCriterion criterion;
  EXPECT_FALSE(enough_pairs({}, milliseconds(0), criterion));
  EXPECT_FALSE(enough_pairs(steady_pairs(19), milliseconds(0), criterion));
  EXPECT_TRUE(enough_pairs(quiet_pairs(20), milliseconds(0), criterion));
}

TEST(EnoughPairs, WideIntervalsGoOnUntilTheLimitOrTheBudget) {
  const StoppingCriterion criterion;
  std::vector<TimedPair> pairs = steady_pairs(60);
  for (std::size_t i = 0; i < pairs.size(); i += 2) pairs[i].submitted.microseconds *= 1.5f;
  for (std::size_t n = 20; n < 60; ++n) {
    EXPECT_FALSE(enough_pairs(std::span(pairs).first(n), milliseconds(999), criterion)) << n;
  }
  EXPECT_TRUE(enough_pairs(pairs, milliseconds(0), criterion));
  EXPECT_TRUE(enough_pairs(std::span(pairs).first(3), milliseconds(1000), criterion));
}

TEST(EnoughPairs, AreTestedOnlyEveryTenPairs) {
  const StoppingCriterion criterion;
  const std::vector<TimedPair> pairs = quiet_pairs(30);
  EXPECT_FALSE(enough_pairs(std::span(pairs).first(25), milliseconds(0), criterion));
  EXPECT_TRUE(enough_pairs(pairs, milliseconds(0), criterion));
}

TEST(BreakEven, IsTheTimeOnceOverTheTimeSaved) {
  EXPECT_EQ(multiplies_to_break_even(0.05, 100, 75), 2000);
  EXPECT_EQ(multiplies_to_break_even(0.05, 100, 99), 50'000);
  EXPECT_FALSE(multiplies_to_break_even(0.05, 100, 100));
  EXPECT_FALSE(multiplies_to_break_even(0.05, 100, 120));
}

}  // namespace
}  // namespace rowsort
