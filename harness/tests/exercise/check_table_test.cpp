#include "rowsort/exercise/check_table.h"

#include "test_rubric.h"
#include <gtest/gtest.h>

namespace rowsort {
namespace {

// A grade in which every check passed but this one.
Grade grade_failing(std::string_view broken) {
  Grade grade;
  for (const Check& check : check_table()) {
    enter(grade, check.id, check.id == broken ? Verdict::fail("broken") : Verdict::pass("well"),
          test_rubric());
  }
  conclude(grade);
  return grade;
}

TEST(CheckTable, EveryCheckHasItsPointsInTheRubricAndTheRubricNamesNoOther) {
  const Rubric rubric;
  EXPECT_EQ(rubric.all().size(), check_table().size());
  for (const Check& check : check_table()) {
    EXPECT_TRUE(rubric.all().contains(std::string(check.id))) << check.id;
  }
}

TEST(CheckTable, ACheckNeedsOnlyChecksThatRunBeforeIt) {
  std::vector<std::string_view> before;
  for (const Check& check : check_table()) {
    for (const std::string_view need : check.needs) {
      EXPECT_NE(std::find(before.begin(), before.end(), need), before.end()) << check.id;
    }
    before.push_back(check.id);
  }
}

TEST(CheckTable, AFailedAndAStoppedCheckLoseTheirPointsAndOneThatDoesNotApplyDoesNotCount) {
  Grade grade = grade_failing("lane_slots");
  const Rubric rubric = test_rubric();
  enter(grade, "prediction", Verdict::stopped_by("answers"), rubric);
  enter(grade, "claim", Verdict::not_counted("no GPU"), rubric);
  conclude(grade);
  EXPECT_EQ(grade.score, 4);
  EXPECT_EQ(grade.max_score, 9);
  EXPECT_EQ(grade.status, GradeStatus::kPass);
  EXPECT_EQ(find_check(grade, "prediction")->message,
            "not run, because the check answers did not pass");
}

TEST(CheckTable, TheChecksUpToMemoryDecideThePassAndTheOthersDoNot) {
  bool decides = true;
  for (const Check& check : check_table()) {
    const Grade grade = grade_failing(check.id);
    EXPECT_EQ(grade.status == GradeStatus::kFail, decides) << check.id;
    EXPECT_EQ(grade.error.has_value(), decides) << check.id;
    if (check.id == "memory") decides = false;
  }
}

TEST(CheckTable, AResultEnteredAgainReplacesTheFirstInItsPlace) {
  Grade grade = grade_failing("none");
  enter(grade, "order", Verdict::fail("too short"), test_rubric());
  ASSERT_EQ(grade.checks.size(), check_table().size());
  EXPECT_EQ(grade.checks[2].id, "order");
  EXPECT_EQ(grade.checks[2].message, "too short");
}

TEST(CheckTable, ACheckThatDidNotRunHasNotPassed) {
  const Grade grade;
  EXPECT_FALSE(passed(grade, "order"));
  EXPECT_EQ(find_check(grade, "order"), nullptr);
}

// A worker that ends before it says anything has told no block size.
TEST(CheckTable, WithoutABlockSizeTheSubmissionDoesNotBuild) {
  const TestCase test_case;
  GradingOptions options;
  options.worker.arguments = {"/bin/true"};
  Grade grade;
  Inspection inspection{test_case, options, grade, {}, {}, {}};
  run_check(check_table()[0], inspection);
  EXPECT_EQ(find_check(grade, "builds")->status, CheckStatus::kFail);
  EXPECT_EQ(find_check(grade, "builds")->fault, FaultKind::kNoAnswer);
}

}  // namespace
}  // namespace rowsort
