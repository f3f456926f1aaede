#include "rowsort/exercise/check_list.h"

#include <gtest/gtest.h>

namespace rowsort {
namespace {

TEST(CheckList, ResultsStandInTheOrderOfTheChecksWhateverCameFirst) {
  Grade grade;
  const Rubric rubric;
  CheckList checks(grade, rubric);
  checks.pass(CheckId::kMemory, "c");
  checks.pass(CheckId::kBuilds, "a");
  checks.pass(CheckId::kOrder, "b");
  ASSERT_EQ(grade.checks.size(), 3u);
  EXPECT_EQ(grade.checks[0].id, CheckId::kBuilds);
  EXPECT_EQ(grade.checks[1].id, CheckId::kOrder);
  EXPECT_EQ(grade.checks[2].id, CheckId::kMemory);
}

TEST(CheckList, AFailedAndAStoppedCheckLoseTheirPointsAndOneThatDoesNotApplyDoesNotCount) {
  Grade grade;
  const Rubric rubric;
  CheckList checks(grade, rubric);
  for (const CheckId id : kAllChecks) {
    if (id <= kLastGateCheck) checks.pass(id, "well");
  }
  checks.fail(CheckId::kLaneSlots, "too many");
  checks.stopped(CheckId::kPrediction, CheckId::kAnswers);
  checks.not_counted(CheckId::kClaim, "no GPU");
  checks.conclude();
  EXPECT_EQ(grade.score, 4);
  EXPECT_EQ(grade.max_score, 9);
  EXPECT_EQ(grade.status, GradeStatus::kPass) << "checks after the gate decide no pass";
  EXPECT_EQ(find_check(grade, CheckId::kPrediction)->message,
            "not run, because the check answers did not pass");
}

TEST(CheckList, EachCheckOfTheGateDecidesThePass) {
  for (const CheckId broken : kAllChecks) {
    Grade grade;
    const Rubric rubric;
    CheckList checks(grade, rubric);
    for (const CheckId id : kAllChecks) checks.set(id, id != broken, "message");
    checks.conclude();
    EXPECT_EQ(grade.status == GradeStatus::kFail, broken <= CheckId::kMemory) << check_name(broken);
  }
}

TEST(CheckList, ACheckThatDidNotRunHasNotPassed) {
  Grade grade;
  const Rubric rubric;
  const CheckList checks(grade, rubric);
  EXPECT_FALSE(checks.passed(CheckId::kOrder));
  EXPECT_EQ(find_check(grade, CheckId::kOrder), nullptr);
}

}  // namespace
}  // namespace rowsort
