#include "rowsort/exercise/variants.h"

#include "../grade/sample_grade.h"
#include <gtest/gtest.h>

namespace rowsort {
namespace {

Grade published_grade() {
  Grade grade = sample_grade();
  grade.checks.push_back({CheckId::kLaneSlots, CheckStatus::kPass, 3, 3, "fewest"});
  grade.checks.push_back({CheckId::kPrediction, CheckStatus::kPass, 2, 2, "right"});
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
  variant.checks.push_back({CheckId::kAllRows, CheckStatus::kPass, 1, 1, "well"});
  add_variant(grade, variant, Rubric());
  EXPECT_EQ(grade.status, GradeStatus::kPass);
  EXPECT_EQ(grade.checks.size(), checks);
  ASSERT_EQ(grade.variants.size(), 1u);
  EXPECT_EQ(grade.variants[0].seed, 99u);
}

TEST(Variants, ABadRowThereFailsTheGateAndAllThatNeedsAllRows) {
  Grade grade = published_grade();
  Grade variant = variant_grade();
  variant.status = GradeStatus::kFail;
  variant.checks.push_back({CheckId::kAllRows, CheckStatus::kFail, 0, 1, "row 7 is bad"});
  add_variant(grade, variant, Rubric());
  EXPECT_EQ(grade.status, GradeStatus::kFail);
  EXPECT_EQ(find_check(grade, CheckId::kAllRows)->message,
            "on the hidden variant (seed 99, 480,000 rows): row 7 is bad");
  EXPECT_EQ(grade.error->kind, "wrong_answer");
  for (const CheckId id : {CheckId::kLaneSlots, CheckId::kPrediction}) {
    EXPECT_EQ(find_check(grade, id)->status, CheckStatus::kSkipped);
    EXPECT_EQ(find_check(grade, id)->points, 0);
    EXPECT_GT(find_check(grade, id)->max_points, 0) << "the points are lost, not left out";
  }
}

TEST(Variants, ABadOrderThereStopsEveryRowHereToo) {
  Grade grade = published_grade();
  Grade variant = variant_grade();
  variant.status = GradeStatus::kFail;
  variant.checks.push_back({CheckId::kOrder, CheckStatus::kFail, 0, 1, "too short"});
  variant.checks.push_back({CheckId::kAllRows, CheckStatus::kSkipped, 0, 1, "not run"});
  add_variant(grade, variant, Rubric());
  EXPECT_EQ(grade.status, GradeStatus::kFail);
  EXPECT_EQ(find_check(grade, CheckId::kAllRows)->status, CheckStatus::kSkipped);
  EXPECT_EQ(find_check(grade, CheckId::kLaneSlots)->points, 0);
  EXPECT_EQ(find_check(grade, CheckId::kRebuiltCsr)->status, CheckStatus::kPass);
}

TEST(Variants, MoreLaneSlotsThanNeededThereCostThePointsAndNoPass) {
  Grade grade = published_grade();
  Grade variant = variant_grade();
  variant.checks.push_back({CheckId::kLaneSlots, CheckStatus::kFail, 0, 3, "too many"});
  add_variant(grade, variant, Rubric());
  EXPECT_EQ(grade.status, GradeStatus::kPass);
  EXPECT_EQ(find_check(grade, CheckId::kLaneSlots)->points, 0);
}

TEST(Variants, AFaultOfTheMachineThereLeavesNoScore) {
  Grade grade = published_grade();
  Grade variant = variant_grade();
  variant.status = GradeStatus::kError;
  variant.error = GradeError{"infrastructure", "the GPU is gone"};
  add_variant(grade, variant, Rubric());
  EXPECT_EQ(grade.status, GradeStatus::kError);
  EXPECT_FALSE(grade.score);
  EXPECT_EQ(grade.error->message, "the GPU is gone");
}

}  // namespace
}  // namespace rowsort
