#include "rowsort/exercise/answer_checks.h"

#include "../grade/sample_grade.h"
#include <gtest/gtest.h>

namespace rowsort {
namespace {

// Judges the answers of a sample grade, of which each test changes what it is about.
class AnswerChecksTest : public testing::Test {
 protected:
  AnswerChecksTest() : grade_(sample_grade()), checks_(grade_, rubric_) {
    test_case_.is_skewed = true;
    test_case_.matrix.val.resize(8'388'608);
  }

  const CheckResult& result(CheckId id) { return *find_check(grade_, id); }

  const CheckResult& claim(double claimed, const std::string& measured_on = "") {
    grade_.ratio.claimed = claimed;
    grade_.answers->measured_on = measured_on;
    check_claim(test_case_, grade_, checks_);
    return result(CheckId::kClaim);
  }

  void break_all_rows() {
    for (CheckResult& check : grade_.checks) {
      if (check.id == CheckId::kAllRows) check.status = CheckStatus::kFail;
    }
  }

  TestCase test_case_;
  Rubric rubric_;
  Grade grade_;
  CheckList checks_;
};

TEST_F(AnswerChecksTest, TheFewestLaneSlotsEarnTheirPoints) {
  check_lane_slots(test_case_, grade_, checks_);
  EXPECT_EQ(result(CheckId::kLaneSlots).points, 3);
  EXPECT_EQ(result(CheckId::kLaneSlots).message,
            "8,388,608 lane-slots, 100.0% of them useful: no order of these rows needs fewer");
}

TEST_F(AnswerChecksTest, OneLaneSlotTooManyEarnsNothingAndDoesNotGiveTheFewestAway) {
  grade_.lane_slots.submitted = 8'388'640;
  check_lane_slots(test_case_, grade_, checks_);
  EXPECT_EQ(result(CheckId::kLaneSlots).status, CheckStatus::kFail);
  EXPECT_EQ(result(CheckId::kLaneSlots).message.find("8,388,608"), std::string::npos);
}

TEST_F(AnswerChecksTest, NothingIsEarnedWhileARowIsWrong) {
  break_all_rows();
  grade_.lane_slots.predicted = 8'388'608;
  grade_.ratio.claimed = 1.25;
  check_lane_slots(test_case_, grade_, checks_);
  check_prediction(test_case_, grade_, checks_);
  check_claim(test_case_, grade_, checks_);
  for (const CheckId id : {CheckId::kLaneSlots, CheckId::kPrediction, CheckId::kClaim}) {
    EXPECT_EQ(result(id).status, CheckStatus::kSkipped);
    EXPECT_EQ(result(id).points, 0);
    EXPECT_GT(result(id).max_points, 0);
    EXPECT_EQ(result(id).message, "not run, because the check all_rows did not pass");
  }
}

TEST_F(AnswerChecksTest, APredictionIsRightOrWrongToTheLastDigit) {
  grade_.lane_slots.predicted = 8'388'608;
  check_prediction(test_case_, grade_, checks_);
  EXPECT_EQ(result(CheckId::kPrediction).points, 2);

  Grade other = sample_grade();
  other.lane_slots.predicted = 8'388'607;
  CheckList checks(other, rubric_);
  check_prediction(test_case_, other, checks);
  EXPECT_EQ(find_check(other, CheckId::kPrediction)->status, CheckStatus::kFail);
}

TEST_F(AnswerChecksTest, ThePredictionIsOfSortedRowsAlsoWhereTheSubmittedOrderIsNot) {
  grade_.lane_slots.submitted = grade_.lane_slots.unsorted;
  grade_.lane_slots.predicted = grade_.lane_slots.unsorted;
  check_prediction(test_case_, grade_, checks_);
  EXPECT_EQ(result(CheckId::kPrediction).status, CheckStatus::kFail);
}

TEST_F(AnswerChecksTest, AClaimNearTheMedianAgrees) {
  EXPECT_EQ(claim(1.3).message, "claimed 1.30x, measured 1.23x (1.20 to 1.25): they agree");
  EXPECT_EQ(result(CheckId::kClaim).points, 1);
}

// The interval is 1.20 to 1.25, the margin on both sides 10% of 1.225.
TEST_F(AnswerChecksTest, AClaimJustWithinTheMarginAroundTheIntervalAgreesAndOneJustOutsideDoesNot) {
  EXPECT_EQ(claim(1.08).status, CheckStatus::kPass);
  for (const auto& [claimed, status] : {std::pair{1.37, CheckStatus::kPass},
                                        {1.07, CheckStatus::kFail},
                                        {1.38, CheckStatus::kFail}}) {
    Grade grade = sample_grade();
    grade.ratio.claimed = claimed;
    CheckList checks(grade, rubric_);
    check_claim(test_case_, grade, checks);
    EXPECT_EQ(find_check(grade, CheckId::kClaim)->status, status) << claimed;
  }
}

TEST_F(AnswerChecksTest, AClaimBesideAnInconclusiveRatioLosesNothing) {
  grade_.timing->measurement.inconclusive_because = "the GPU is throttled";
  EXPECT_EQ(claim(26.0).message,
            "claimed 26.00x, measured 1.23x, which is inconclusive: the GPU is throttled");
  EXPECT_EQ(result(CheckId::kClaim).status, CheckStatus::kSkipped);
  EXPECT_EQ(result(CheckId::kClaim).max_points, 0);
}

TEST_F(AnswerChecksTest, AClaimFarFromTheMeasurementDiffersAndSaysByHowMuch) {
  EXPECT_EQ(
      claim(26.0).message,
      "claimed 26.00x, measured 1.23x (1.20 to 1.25): they differ by 2022.4%; if you measured on "
      "another GPU, name it in measured_on");
  EXPECT_EQ(result(CheckId::kClaim).status, CheckStatus::kFail);
}

TEST_F(AnswerChecksTest, AClaimFromAnotherGpuIsKeptAndNotCompared) {
  EXPECT_EQ(
      claim(2.4, "Tesla T4").message,
      "claimed 2.40x on Tesla T4, measured 1.23x on NVIDIA H200: not comparable, both are kept");
  EXPECT_EQ(result(CheckId::kClaim).points, 1);
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
  EXPECT_EQ(result(CheckId::kClaim).max_points, 0);
}

TEST_F(AnswerChecksTest, ANullClaimIsToldWhatToWrite) {
  check_claim(test_case_, grade_, checks_);
  EXPECT_EQ(
      result(CheckId::kClaim).message,
      "measured_ratio is null: this run measured 1.23, write it into answers.json, with \"NVIDIA "
      "H200\" as measured_on");
}

TEST_F(AnswerChecksTest, OnAnotherMatrixPredictionAndClaimDoNotCount) {
  test_case_.is_skewed = false;
  check_prediction(test_case_, grade_, checks_);
  check_claim(test_case_, grade_, checks_);
  EXPECT_EQ(result(CheckId::kPrediction).max_points, 0);
  EXPECT_EQ(result(CheckId::kClaim).max_points, 0);
}

TEST_F(AnswerChecksTest, TheSentenceIsNeverScored) {
  grade_.answers->sentence = "because";
  check_sentence(grade_, checks_);
  EXPECT_EQ(result(CheckId::kSentence).message, "for a person to read");
  EXPECT_EQ(result(CheckId::kSentence).max_points, 0);
}

}  // namespace
}  // namespace rowsort
