#include "rowsort/exercise/grading.h"

#include "../grade/sample_grade.h"
#include "test_rubric.h"
#include <gtest/gtest.h>

namespace rowsort {
namespace {

Grade published_grade() {
  Grade grade = sample_grade();
  grade.checks.push_back({"lane_slots", CheckStatus::kPass, 3, 3, "fewest"});
  grade.checks.push_back({"prediction", CheckStatus::kPass, 2, 2, "right"});
  grade.status = GradeStatus::kPass;
  return grade;
}

Grade variant_grade() {
  Grade variant;
  variant.matrix.name = "hidden";
  variant.matrix.rows = 480'000;
  variant.seed = 99;
  variant.status = GradeStatus::kPass;
  return variant;
}

TEST(Variants, AVariantThatPassesChangesNothingButIsKept) {
  Grade grade = published_grade();
  const std::size_t checks = grade.checks.size();
  Grade variant = variant_grade();
  variant.checks.push_back({"all_rows", CheckStatus::kPass, 1, 1, "well"});
  add_variant(grade, variant, test_rubric());
  EXPECT_EQ(grade.status, GradeStatus::kPass);
  EXPECT_EQ(grade.checks.size(), checks);
  ASSERT_EQ(grade.variants.size(), 1u);
  EXPECT_EQ(grade.variants[0].seed, 99u);
}

TEST(Variants, ABadRowThereFailsTheGateAndAllThatNeedsAllRows) {
  Grade grade = published_grade();
  Grade variant = variant_grade();
  variant.status = GradeStatus::kFail;
  variant.checks.push_back({"all_rows", CheckStatus::kFail, 0, 1, "row 7 is bad"});
  add_variant(grade, variant, test_rubric());
  EXPECT_EQ(grade.status, GradeStatus::kFail);
  EXPECT_EQ(find_check(grade, "all_rows")->message,
            "on the hidden variant (seed 99, 480,000 rows): row 7 is bad");
  EXPECT_EQ(grade.error->kind, "wrong_answer");
  for (const char* id : {"lane_slots", "prediction"}) {
    EXPECT_EQ(find_check(grade, id)->status, CheckStatus::kSkipped);
    EXPECT_EQ(find_check(grade, id)->points, 0);
    EXPECT_GT(find_check(grade, id)->max_points, 0) << "the points are lost, not left out";
  }
}

TEST(Variants, ABadOrderThereStopsEveryRowHereToo) {
  Grade grade = published_grade();
  Grade variant = variant_grade();
  variant.status = GradeStatus::kFail;
  variant.checks.push_back({"order", CheckStatus::kFail, 0, 1, "too short"});
  variant.checks.push_back({"all_rows", CheckStatus::kSkipped, 0, 1, "not run"});
  add_variant(grade, variant, test_rubric());
  EXPECT_EQ(grade.status, GradeStatus::kFail);
  EXPECT_EQ(find_check(grade, "all_rows")->status, CheckStatus::kSkipped);
  EXPECT_EQ(find_check(grade, "lane_slots")->points, 0);
  EXPECT_EQ(find_check(grade, "rebuilt_csr")->status, CheckStatus::kPass);
}

TEST(Variants, MoreLaneSlotsThanNeededThereCostThePointsAndNoPass) {
  Grade grade = published_grade();
  Grade variant = variant_grade();
  variant.checks.push_back({"lane_slots", CheckStatus::kFail, 0, 3, "too many"});
  add_variant(grade, variant, test_rubric());
  EXPECT_EQ(grade.status, GradeStatus::kPass);
  EXPECT_EQ(find_check(grade, "lane_slots")->points, 0);
}

TEST(Variants, AFaultOfTheMachineThereLeavesNoScore) {
  Grade grade = published_grade();
  Grade variant = variant_grade();
  variant.status = GradeStatus::kError;
  variant.error = GradeError{"infrastructure", "the GPU is gone"};
  add_variant(grade, variant, test_rubric());
  EXPECT_EQ(grade.status, GradeStatus::kError);
  EXPECT_FALSE(grade.score);
  EXPECT_EQ(grade.error->message, "the GPU is gone");
}

}  // namespace
}  // namespace rowsort
