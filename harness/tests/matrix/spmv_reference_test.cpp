#include "rowsort/matrix/spmv_reference.h"

#include "rowsort/matrix/exact_inputs.h"

#include <cmath>
#include <vector>

#include "lesson_matrices.h"
#include <gtest/gtest.h>

namespace rowsort {
namespace {

using testing::exercise_vector;
using testing::skewed_matrix;

// 5 0 0 1 / 0 8 0 0 / 0 0 3 0 / 0 6 0 4
const Csr kFourByFour = {4, {0, 2, 3, 4, 6}, {0, 3, 1, 2, 1, 3}, {5, 1, 8, 3, 6, 4}};

TEST(SpmvReference, OfTheFourByFourMatrixIsWhatTheHandComputes) {
  EXPECT_EQ(spmv_reference(kFourByFour, std::vector<float>{1, 2, 3, 4}),
            (std::vector<float>{9, 16, 9, 28}));
}

TEST(SpmvReference, GivesZeroForAnEmptyRowAndWorksOnRectangles) {
  const Csr matrix = {5, {0, 0, 2, 2}, {4, 0}, {2, 3}};
  EXPECT_EQ(spmv_reference(matrix, std::vector<float>{10, 0, 0, 0, 7}),
            (std::vector<float>{0, 44, 0}));
  EXPECT_EQ(spmv_reference(Csr{3, {0}, {}, {}}, std::vector<float>(3)), std::vector<float>{});
}

TEST(SpmvReference, SumsARowFromItsFirstNonzeroToItsLast) {
  // 2^24 + 1 rounds to 2^24, so the sum depends on the direction.
  const Csr matrix = {3, {0, 3, 6}, {0, 1, 2, 2, 1, 0}, std::vector<float>(6, 1)};
  EXPECT_EQ(spmv_reference(matrix, std::vector<float>{0x1p24f, 1, 1}),
            (std::vector<float>{0x1p24f, 0x1p24f + 2}));
}

TEST(ExpectExact, HasNoToleranceAndEqualsFloat64OnExactInputs) {
  const ExpectedRows exact = expect_exact(skewed_matrix(), exercise_vector());
  const ExpectedRows wide = expect_within_bound(skewed_matrix(), exercise_vector());
  EXPECT_TRUE(exact.bound.empty());
  EXPECT_TRUE(exact.want == wide.want);
}

TEST(ExpectWithinBound, IsLengthPlusOneRoundoffsOfTheSumOfMagnitudes) {
  const std::vector<float> x = {1, -2, 3, 4};
  const ExpectedRows expected = expect_within_bound(kFourByFour, x);
  EXPECT_EQ(expected.want, (std::vector<double>{9, -16, 9, 4}));
  EXPECT_EQ(expected.bound, (std::vector<double>{3 * 9 * 0x1p-24, 2 * 16 * 0x1p-24, 2 * 9 * 0x1p-24,
                                                 3 * 28 * 0x1p-24}));
}

TEST(ExpectWithinBound, OfAnEmptyRowIsZero) {
  const ExpectedRows expected = expect_within_bound(Csr{2, {0, 0}, {}, {}}, std::vector<float>(2));
  EXPECT_EQ(expected.want, std::vector<double>{0});
  EXPECT_EQ(expected.bound, std::vector<double>{0});
}

// The bound of a row of ones times ones, per unit of magnitude.
double bound_factor(int length) {
  const auto n = static_cast<std::size_t>(length);
  const Csr matrix = {1, {0, length}, std::vector<int>(n, 0), std::vector<float>(n, 1)};
  return expect_within_bound(matrix, std::vector<float>{1}).bound[0] / length;
}

TEST(ExpectWithinBound, CoversGammaOfTheLengthOnBothSidesOfTheSwitch) {
  EXPECT_DOUBLE_EQ(bound_factor(4095), 4096 * 0x1p-24);
  EXPECT_DOUBLE_EQ(bound_factor(4096), 4097 * 0x1p-24 / (1 - 4097 * 0x1p-24));
  EXPECT_DOUBLE_EQ(bound_factor(1'000'000), 1'000'001 * 0x1p-24 / (1 - 1'000'001 * 0x1p-24));
  for (const int length : {1, 2, 100, 4094, 4095, 4096, 5000, 1'000'000}) {
    const double u = length * 0x1p-24;
    EXPECT_GE(bound_factor(length), u / (1 - u)) << length;
  }
}

TEST(ExpectWithinBound, HoldsForFloatSumsOfInexactProducts) {
  const std::size_t rows = 200;
  Csr matrix = exact_matrix(std::vector<int>(rows, 200), 3);
  for (float& value : matrix.val) value = std::sin(value * 1e4f);
  std::vector<float> x = exact_vector(rows, 3);
  for (float& element : x) element *= 1.1f;
  const ExpectedRows expected = expect_within_bound(matrix, x);
  const std::vector<float> y = spmv_reference(matrix, x);
  std::size_t inexact = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    const double error = std::abs(static_cast<double>(y[row]) - expected.want[row]);
    EXPECT_LE(error, expected.bound[row]);
    inexact += error > 0 ? 1 : 0;
  }
  EXPECT_GT(inexact, rows / 2);
}

}  // namespace
}  // namespace rowsort
