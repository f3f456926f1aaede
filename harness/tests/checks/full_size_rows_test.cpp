// Self-test of the row comparison on the exercise's own matrix: one wrong element of y is caught
// wherever it stands, and the row named is the one that the order put there.
#include "rowsort/checks/rows.h"
#include "rowsort/matrix/poison.h"
#include "rowsort/text.h"

#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "../matrix/lesson_matrices.h"
#include <gtest/gtest.h>

namespace rowsort {
namespace {

class FullSizeRows : public ::testing::Test {
 protected:
  static const std::vector<int>& order() {
    static const std::vector<int> order = heavy_first(testing::skewed_matrix());
    return order;
  }
  static const ExpectedRows& expected() {
    static const ExpectedRows rows =
        expect_exact(testing::skewed_matrix(), testing::exercise_vector());
    return rows;
  }
  // By position, as a right kernel leaves it. Made anew for each test.
  static std::vector<float> right_y() {
    return spmv_reference(permute_rows(testing::skewed_matrix(), order()),
                          testing::exercise_vector());
  }
  static RowComparison compare(std::span<const float> y) {
    return compare_rows(testing::skewed_matrix(), testing::exercise_vector(), expected(), order(),
                        y);
  }

  // Replaces one element at a time by what `wrong` makes of it.
  static void expect_caught_everywhere(const std::function<float(float)>& wrong) {
    std::vector<float> y = right_y();
    for (const std::size_t position : testing::probed_positions()) {
      const float kept = y[position];
      y[position] = wrong(kept);
      const RowComparison comparison = compare(y);
      ASSERT_EQ(comparison.bad_rows, 1u) << "position " << position;
      const BadRow& bad = *comparison.first_bad;
      EXPECT_EQ(bad.position, position);
      EXPECT_EQ(bad.row, static_cast<std::size_t>(order()[position]));
      EXPECT_EQ(bad.want, static_cast<double>(kept));
      EXPECT_EQ(bad.length, position < kRows / kWarpSize ? 419 : 3);
      y[position] = kept;
    }
  }
};

TEST_F(FullSizeRows, AllMatchWhenTheKernelIsRight) {
  const RowComparison comparison = compare(right_y());
  EXPECT_EQ(comparison.bad_rows, 0u);
  EXPECT_EQ(describe(comparison), "all 524,288 rows match the CPU");
}

TEST_F(FullSizeRows, OneElementLeftUnwrittenIsCaught) {
  expect_caught_everywhere([](float) { return poison(); });
}

TEST_F(FullSizeRows, OneElementOffByOneUlpIsCaught) {
  expect_caught_everywhere(
      [](float y) { return std::nextafter(y, std::numeric_limits<float>::infinity()); });
  expect_caught_everywhere(
      [](float y) { return std::nextafter(y, -std::numeric_limits<float>::infinity()); });
}

TEST_F(FullSizeRows, OneNanIsCaught) {
  expect_caught_everywhere([](float) { return std::nanf(""); });
}

TEST_F(FullSizeRows, OneInfinityIsCaught) {
  expect_caught_everywhere([](float) { return std::numeric_limits<float>::infinity(); });
  expect_caught_everywhere([](float) { return -std::numeric_limits<float>::infinity(); });
}

TEST_F(FullSizeRows, FirstBadRowIsTheSmallestOriginalNumber) {
  // Position 0 holds row 31, the first light position row 0.
  std::vector<float> y = right_y();
  y[0] += 1;
  y[kRows / kWarpSize] += 1;
  const RowComparison comparison = compare(y);
  EXPECT_EQ(comparison.bad_rows, 2u);
  EXPECT_EQ(comparison.first_bad->row, 0u);
  EXPECT_EQ(comparison.first_bad->position, 16384u);
  EXPECT_EQ(describe(comparison), "row 0 (3 nonzeros, at position 16,384) is " +
                                      shortest(y[16384]) + ", should be " + shortest(y[16384] - 1) +
                                      "; 2 rows of 524,288 are bad");
}

TEST_F(FullSizeRows, OneNonzeroDroppedOrCountedTwiceIsCaught) {
  const Csr& matrix = testing::skewed_matrix();
  std::vector<float> y = right_y();
  for (const std::size_t position : testing::probed_positions()) {
    const auto row = static_cast<std::size_t>(order()[position]);
    const auto entry = static_cast<std::size_t>(matrix.row_ptr[row]) + 1;
    const float product =
        matrix.val[entry] *
        testing::exercise_vector()[static_cast<std::size_t>(matrix.col_idx[entry])];
    for (const float change : {-product, product}) {
      const float kept = y[position];
      y[position] = kept + change;
      EXPECT_EQ(compare(y).bad_rows, 1u) << "position " << position;
      y[position] = kept;
    }
  }
}

TEST_F(FullSizeRows, ResultsInAnotherOrderAreCaught) {
  std::vector<float> y = right_y();
  std::swap(y[20'000], y[500'000]);
  ASSERT_NE(y[20'000], y[500'000]);
  EXPECT_EQ(compare(y).bad_rows, 2u);
}

}  // namespace
}  // namespace rowsort
