#include "rowsort/measure/time_model.h"

#include "rowsort/matrix/exact_inputs.h"

#include <gtest/gtest.h>

namespace rowsort {
namespace {

// A GPU on which a step takes 0.1 us and a sector 0.01 us, and warps do not slow each other down.
TimeCalibration easy_calibration() {
  TimeCalibration calibration;
  calibration.launch_microseconds = 5;
  for (const unsigned warps : {1u, 2u, 4u}) {
    calibration.one_row.push_back({{100, 300}, warps, 5 + 13});
    calibration.all_rows.push_back({{100, 9600}, warps, 5 + 106});
  }
  return calibration;
}

TEST(WarpWork, CountsStepsAndSectorsOfAMatrixByHand) {
  // Rows of 1, 9 and 0 nonzeros in one warp: the loop has 9 steps. col_idx and val: the first step
  // reads elements 0 and 1, in one sector; the 8 others read elements 2 to 9, one each. x: the
  // first step reads columns 0 and 64, the others one column each.
  Csr matrix{100, {0, 1, 10, 10}, {0, 64, 65, 66, 67, 68, 69, 70, 71, 72}, std::vector<float>(10)};
  const std::vector<WarpWork> work = warp_work(matrix);
  ASSERT_EQ(work.size(), 1u);
  EXPECT_EQ(work[0].steps, 9);
  EXPECT_EQ(work[0].sectors, 2 * 9 + 2 + 8);
}

TEST(WarpWork, AddsUpToTheCountsOfTheCpuDeviceAndTheGpu) {
  // The 22,003,712 sectors of the skewed matrix include those of row_ptr. Each warp has two loads
  // of 32 offsets there: one of 4 sectors and, one element later, one of 5.
  const std::vector<WarpWork> work = warp_work(exact_matrix(skewed_row_lengths(), 1));
  double sectors = 0;
  double steps = 0;
  for (const WarpWork& warp : work) {
    sectors += warp.sectors;
    steps += warp.steps;
  }
  EXPECT_EQ(32 * steps, 219'676'672);
  EXPECT_EQ(sectors + 9.0 * static_cast<double>(work.size()), 22'003'712);
}

TEST(Curve, IsLinearBetweenItsPointsAndContinues) {
  const Curve curve({{1, 1}, {2, 3}, {4, 4}});
  EXPECT_EQ(curve(0), 1);
  EXPECT_EQ(curve(1), 1);
  EXPECT_EQ(curve(1.5), 2);
  EXPECT_EQ(curve(3), 3.5);
  EXPECT_EQ(curve(6), 5);
  EXPECT_EQ(Curve({{1, 2}})(7), 2);
}

TEST(TimeConstants, ReproduceTheLaunchesThatTheyAreFittedTo) {
  TimeCalibration calibration = easy_calibration();
  calibration.one_row[2].microseconds = 5 + 26;
  calibration.all_rows[1].microseconds = 5 + 212;
  calibration.all_rows[2].microseconds = 5 + 424;
  const auto constants = fit_time_constants(calibration);
  ASSERT_TRUE(constants);
  EXPECT_NEAR(constants->step_chain, 0.1, 1e-9);
  EXPECT_NEAR(constants->sector_chain, 0.01, 1e-9);
  for (const auto* points : {&calibration.one_row, &calibration.all_rows}) {
    for (const CalibrationPoint& point : *points) {
      const double chain = 0.1 * point.work.steps + 0.01 * point.work.sectors;
      const double slowdown =
          constants->warp_slowdown(point.warps) *
          constants->sector_slowdown(point.warps * point.work.sectors / point.work.steps);
      EXPECT_NEAR(5 + chain * slowdown, point.microseconds, 0.01 * point.microseconds);
    }
  }
}

TEST(TimeConstants, NeedTwoPointsOfEachKindAndAChain) {
  TimeCalibration few = easy_calibration();
  few.all_rows.resize(1);
  EXPECT_FALSE(fit_time_constants(few));
  TimeCalibration instant = easy_calibration();
  instant.launch_microseconds = 500;
  EXPECT_FALSE(fit_time_constants(instant));
}

class PredictedTime : public testing::Test {
 protected:
  // Of warps of 10,000 steps, which vary by no more than 1%.
  double predict(std::vector<WarpWork> warps, const LaunchPlace& place, double floor = 0) {
    return predict_time(warps, place, *fit_time_constants(easy_calibration()), floor);
  }

  static constexpr WarpWork kLong{10'000, 0};  // 1,000 us
};

TEST_F(PredictedTime, OfOneWarpIsItsChain) {
  EXPECT_NEAR(predict({kLong}, {1, 1, 1}), 1005, 11);
}

TEST_F(PredictedTime, WarpsThatFitRunAtTheSameTimeAndOthersWait) {
  const std::vector<WarpWork> four(4, kLong);
  EXPECT_NEAR(predict(four, {1, 4, 1}), 1005, 11);
  EXPECT_NEAR(predict(four, {1, 1, 4}), 1005, 11);
  EXPECT_NEAR(predict(four, {1, 2, 1}), 2005, 22);
  EXPECT_NEAR(predict(four, {2, 1, 1}), 2005, 22);
}

TEST_F(PredictedTime, ABlockWaitsForItsLongestWarp) {
  // Blocks of one long and one empty warp, one at a time.
  EXPECT_NEAR(predict({kLong, {}, {}, kLong}, {2, 1, 1}), 2005, 22);
}

// Once both short blocks of the first multiprocessor have ended, the two long ones follow there and
// slow each other down, although the other multiprocessor would be free before they end.
TEST_F(PredictedTime, BlocksStartWhereOthersHaveJustEnded) {
  TimeCalibration calibration = easy_calibration();
  for (CalibrationPoint& point : calibration.one_row) {
    point.microseconds = 5 + 13 * point.warps;
  }
  constexpr WarpWork kShort{10, 0};
  constexpr WarpWork kMiddle{2'000, 0};  // 400 us beside one more
  const std::vector<WarpWork> warps = {kShort, kMiddle, kShort, kMiddle, kLong, kLong};
  EXPECT_NEAR(predict_time(warps, {1, 2, 2}, *fit_time_constants(calibration), 0), 2005, 22);
}

TEST_F(PredictedTime, StartingBlocksTakesTimeForEachOfTheirWarps) {
  const std::vector<WarpWork> empty(1000);
  EXPECT_NEAR(predict(empty, {1, 1, 4}), 5 + 1000 * kWarpStart, 1e-9);
  EXPECT_NEAR(predict(empty, {4, 1, 1}), 5 + 1000 * kWarpStart, 1e-9);
  EXPECT_NEAR(predict(empty, {1, 10, 4}), 5 + 100 * kWarpStart, 1e-9);
}

TEST_F(PredictedTime, IsNeverBelowTheFloor) {
  EXPECT_EQ(predict({kLong}, {1, 1, 1}, 5000), 5000);
  EXPECT_EQ(predict({}, {1, 1, 1}, 0), 5);
}

TEST_F(PredictedTime, IsTheSameEachTime) {
  const std::vector<WarpWork> many(1000, {3, 75});
  EXPECT_EQ(predict(many, {2, 7, 3}), predict(many, {2, 7, 3}));
}

}  // namespace
}  // namespace rowsort
