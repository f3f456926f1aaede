#include "rowsort/exercise/check_table.h"

#include <algorithm>

#include "../grade/sample_grade.h"
#include "test_rubric.h"
#include <gtest/gtest.h>

namespace rowsort {
namespace {

const Check& check_called(std::string_view id) {
  const auto checks = check_table();
  return *std::find_if(checks.begin(), checks.end(),
                       [&](const Check& check) { return check.id == id; });
}

// Runs single checks on a sample grade, of which each test changes what it is about.
class AnswerChecksTest : public testing::Test {
 protected:
  AnswerChecksTest() : grade_(sample_grade()) {
    test_case_.is_skewed = true;
    options_.rubric = test_rubric();
    test_case_.matrix.val.resize(8'388'608);
  }

  const CheckResult& run(std::string_view id) { return run(id, grade_); }

  const CheckResult& run(std::string_view id, Grade& grade) {
    Inspection inspection{test_case_, options_, grade, {}, {}, {}};
    run_check(check_called(id), inspection);
    return *find_check(grade, id);
  }

  const CheckResult& claim(double claimed, const std::string& measured_on = "") {
    grade_.ratio.claimed = claimed;
    grade_.answers->measured_on = measured_on;
    return run("claim");
  }

  TestCase test_case_;
  GradingOptions options_;
  Grade grade_;
};

TEST_F(AnswerChecksTest, TheFewestLaneSlotsEarnTheirPoints) {
  EXPECT_EQ(run("lane_slots").points, 3);
  EXPECT_EQ(run("lane_slots").message,
            "8,388,608 lane-slots, 100.0% of them useful: no order of these rows needs fewer");
}

TEST_F(AnswerChecksTest, OneLaneSlotTooManyEarnsNothingAndDoesNotGiveTheFewestAway) {
  grade_.lane_slots.submitted = 8'388'640;
  EXPECT_EQ(run("lane_slots").status, CheckStatus::kFail);
  EXPECT_EQ(run("lane_slots").message.find("8,388,608"), std::string::npos);
}

TEST_F(AnswerChecksTest, NothingIsEarnedWhileARowIsWrong) {
  std::find_if(grade_.checks.begin(), grade_.checks.end(), [](const CheckResult& check) {
    return check.id == "all_rows";
  })->status = CheckStatus::kFail;
  grade_.lane_slots.predicted = 8'388'608;
  grade_.ratio.claimed = 1.25;
  for (const char* id : {"lane_slots", "prediction", "claim"}) {
    const CheckResult& result = run(id);
    EXPECT_EQ(result.status, CheckStatus::kSkipped);
    EXPECT_EQ(result.points, 0);
    EXPECT_GT(result.max_points, 0);
    EXPECT_EQ(result.message, "not run, because the check all_rows did not pass");
  }
}

TEST_F(AnswerChecksTest, APredictionIsRightOrWrongToTheLastDigit) {
  grade_.lane_slots.predicted = 8'388'608;
  EXPECT_EQ(run("prediction").points, 2);

  Grade other = sample_grade();
  other.lane_slots.predicted = 8'388'607;
  EXPECT_EQ(run("prediction", other).status, CheckStatus::kFail);
}

TEST_F(AnswerChecksTest, ThePredictionIsOfSortedRowsAlsoWhereTheSubmittedOrderIsNot) {
  grade_.lane_slots.submitted = grade_.lane_slots.unsorted;
  grade_.lane_slots.predicted = grade_.lane_slots.unsorted;
  EXPECT_EQ(run("prediction").status, CheckStatus::kFail);
}

TEST_F(AnswerChecksTest, AClaimNearTheMedianAgrees) {
  EXPECT_EQ(claim(1.3).message, "claimed 1.30x, measured 1.23x (1.20 to 1.25): they agree");
  EXPECT_EQ((*find_check(grade_, "claim")).points, 1);
}

// The interval is 1.20 to 1.25, the margin on both sides 10% of 1.225.
TEST_F(AnswerChecksTest, AClaimJustWithinTheMarginAroundTheIntervalAgreesAndOneJustOutsideDoesNot) {
  EXPECT_EQ(claim(1.08).status, CheckStatus::kPass);
  for (const auto& [claimed, status] : {std::pair{1.37, CheckStatus::kPass},
                                        {1.07, CheckStatus::kFail},
                                        {1.38, CheckStatus::kFail}}) {
    Grade grade = sample_grade();
    grade.ratio.claimed = claimed;
    EXPECT_EQ(run("claim", grade).status, status) << claimed;
  }
}

TEST_F(AnswerChecksTest, AClaimBesideAnInconclusiveRatioLosesNothing) {
  grade_.timing->measurement.inconclusive_because = "the GPU is throttled";
  EXPECT_EQ(claim(26.0).message,
            "claimed 26.00x, measured 1.23x, which is inconclusive: the GPU is throttled");
  EXPECT_EQ((*find_check(grade_, "claim")).status, CheckStatus::kSkipped);
  EXPECT_EQ((*find_check(grade_, "claim")).max_points, 0);
}

TEST_F(AnswerChecksTest, AClaimFarFromTheMeasurementDiffersAndSaysByHowMuch) {
  EXPECT_EQ(
      claim(26.0).message,
      "claimed 26.00x, measured 1.23x (1.20 to 1.25): they differ by 2022.4%; if you measured on "
      "another GPU, name it in measured_on");
  EXPECT_EQ((*find_check(grade_, "claim")).status, CheckStatus::kFail);
}

TEST_F(AnswerChecksTest, AClaimFromAnotherGpuIsKeptAndNotCompared) {
  EXPECT_EQ(
      claim(2.4, "Tesla T4").message,
      "claimed 2.40x on Tesla T4, measured 1.23x on NVIDIA H200: not comparable, both are kept");
  EXPECT_EQ((*find_check(grade_, "claim")).points, 1);
}

TEST_F(AnswerChecksTest, AClaimBelowOneIsAClaimLikeAnyOther) {
  grade_.ratio.measured = 0.61;
  grade_.timing->measurement.interval = Interval{0.60, 0.62};
  EXPECT_EQ(claim(0.61, "NVIDIA H200").status, CheckStatus::kPass);
}

TEST_F(AnswerChecksTest, AClaimThatThisMachineCannotMeasureDoesNotCount) {
  grade_.ratio.measured.reset();
  grade_.ratio.not_measured_because = "no GPU";
  EXPECT_EQ(claim(1.25).message, "claimed 1.25x; not compared: no GPU");
  EXPECT_EQ((*find_check(grade_, "claim")).max_points, 0);
}

TEST_F(AnswerChecksTest, ANullClaimIsToldWhatToWrite) {
  EXPECT_EQ(
      run("claim").message,
      "measured_ratio is null: this run measured 1.23, write it into answers.json, with \"NVIDIA "
      "H200\" as measured_on");
}

TEST_F(AnswerChecksTest, OnAnotherMatrixPredictionAndClaimDoNotCount) {
  test_case_.is_skewed = false;
  EXPECT_EQ(run("prediction").max_points, 0);
  EXPECT_EQ(run("claim").max_points, 0);
}

TEST_F(AnswerChecksTest, TheSentenceIsNeverScored) {
  grade_.answers->sentence = "because";
  EXPECT_EQ(run("sentence").message, "for a person to read");
  EXPECT_EQ(run("sentence").max_points, 0);
}

}  // namespace
}  // namespace rowsort
