#include "rowsort/page/scale.h"

#include <gtest/gtest.h>

namespace rowsort::page {
namespace {

TEST(Scale, LinearMarksAreRoundNumbersThatReachTheLargestValue) {
  EXPECT_EQ(Scale::linear(419, 100).marks(), (std::vector<double>{0, 100, 200, 300, 400, 500}));
  EXPECT_EQ(Scale::linear(16, 100).marks(), (std::vector<double>{0, 5, 10, 15, 20}));
  EXPECT_EQ(Scale::linear(500, 100).marks().back(), 500) << "no mark beyond one that is met";
}

TEST(Scale, CountsHaveNoMarksBetweenWholeNumbers) {
  EXPECT_EQ(Scale::linear(1, 100).marks(), (std::vector<double>{0, 1}));
  EXPECT_EQ(Scale::linear(1, 100, false).marks().size(), 6u);
}

TEST(Scale, NothingToShowStillHasAnAxis) {
  EXPECT_EQ(Scale::linear(0, 100).marks(), (std::vector<double>{0, 1}));
  EXPECT_EQ(Scale::linear(0, 100).at(0), 0);
}

TEST(Scale, LinearPlacesValuesInProportion) {
  const Scale scale = Scale::linear(419, 360);
  EXPECT_DOUBLE_EQ(scale.at(0), 0);
  EXPECT_DOUBLE_EQ(scale.at(250), 180);
  EXPECT_DOUBLE_EQ(scale.at(500), 360);
  EXPECT_DOUBLE_EQ(scale.at(9999), 360) << "stays inside the plot";
}

TEST(Scale, OnALogarithmicAxisTheSmallestValueStillHasALength) {
  const Scale scale = Scale::logarithmic(1, 524'288, 100);
  EXPECT_NEAR(scale.marks().front(), 0.1, 1e-12);
  EXPECT_NEAR(scale.marks().back(), 1e6, 1e-6);
  EXPECT_GT(scale.at(1), 0);
  EXPECT_NEAR(scale.at(10) - scale.at(1), scale.at(1000) - scale.at(100), 1e-9);
}

TEST(Scale, BetweenTwoValuesOnlyWholeNumbersWithinThemAreMarked) {
  const Scale scale = Scale::between(-6.5, 7.5, 140);
  EXPECT_EQ(scale.marks(), (std::vector<double>{-5, 0, 5}));
  EXPECT_EQ(mark_label(scale.marks()[1]), "0") << "and not -0";
  EXPECT_DOUBLE_EQ(scale.at(-6.5), 0);
  EXPECT_DOUBLE_EQ(scale.at(0.5), 70);
  EXPECT_DOUBLE_EQ(scale.at(7.5), 140);
  EXPECT_EQ(Scale::between(3, 3, 100).at(3), 0) << "one value has an axis too";
}

TEST(Scale, EqualRatiosLieEquallyFarApart) {
  const Scale scale = Scale::ratios(0.5, 30, 100);
  EXPECT_NEAR(scale.marks().front(), 0.5, 1e-12);
  EXPECT_NEAR(scale.marks().back(), 30, 1e-9);
  EXPECT_DOUBLE_EQ(scale.at(0.5), 0);
  EXPECT_DOUBLE_EQ(scale.at(30), 100);
  EXPECT_NEAR(scale.at(2) - scale.at(1), scale.at(20) - scale.at(10), 1e-9);
}

TEST(MarkLabel, IsShortAndLosesNoDigitThatCounts) {
  EXPECT_EQ(mark_label(0), "0");
  EXPECT_EQ(mark_label(419), "419");
  EXPECT_EQ(mark_label(0.2), "0.2");
  EXPECT_EQ(mark_label(15'000), "15k");
  EXPECT_EQ(mark_label(2'500), "2.5k");
  EXPECT_EQ(mark_label(2'048), "2,048");
  EXPECT_EQ(mark_label(250'000'000), "250M");
  EXPECT_EQ(mark_label(2e9), "2G");
}

}  // namespace
}  // namespace rowsort::page
