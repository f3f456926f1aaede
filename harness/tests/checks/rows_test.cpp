#include "rowsort/checks/rows.h"

#include "rowsort/matrix/poison.h"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace rowsort {
namespace {

// 5 0 0 1 / 0 8 0 0 / 0 0 3 0 / 0 6 0 4 times (1, 2, 3, 4) is (9, 16, 9, 28).
const Csr kMatrix = {4, {0, 2, 3, 4, 6}, {0, 3, 1, 2, 1, 3}, {5, 1, 8, 3, 6, 4}};
const std::vector<float> kX = {1, 2, 3, 4};
const std::vector<int> kOrder = {3, 0, 2, 1};
const std::vector<float> kY = {28, 9, 9, 16};  // by position

RowComparison compare(const std::vector<float>& y) {
  return compare_rows(kMatrix, kX, expect_exact(kMatrix, kX), kOrder, y);
}

TEST(Unpermute, PutsPositionBackToItsOriginalRowAndIsNotThePermutation) {
  EXPECT_EQ(unpermute(std::vector<float>{10, 20, 30}, std::vector<int>{2, 0, 1}),
            (std::vector<float>{20, 30, 10}));
  EXPECT_EQ(unpermute({}, {}), std::vector<float>{});
}

TEST(CompareRows, AcceptsTheRightResult) {
  const RowComparison comparison = compare(kY);
  EXPECT_EQ(comparison.rows, 4u);
  EXPECT_EQ(comparison.bad_rows, 0u);
  EXPECT_FALSE(comparison.first_bad);
  EXPECT_EQ(comparison.hint, "");
  EXPECT_EQ(describe(comparison), "all 4 rows match the CPU");
}

TEST(CompareRows, AcceptsMatricesOfOneRowAndOfNone) {
  const Csr one = {1, {0, 1}, {0}, {2}};
  const std::vector<float> x = {3};
  EXPECT_EQ(describe(compare_rows(one, x, expect_exact(one, x), std::vector<int>{0},
                                  std::vector<float>{6})),
            "the one row matches the CPU");
  const Csr none = {0, {0}, {}, {}};
  EXPECT_EQ(describe(compare_rows(none, {}, expect_exact(none, {}), {}, {})),
            "all 0 rows match the CPU");
}

TEST(CompareRows, NamesTheFirstBadRowByOriginalNumber) {
  // Rows 1 (position 3) and 3 (position 0) are bad: row 1 comes first although position 0 does.
  const RowComparison comparison = compare({29.5f, 9, 9, 16.25f});
  ASSERT_TRUE(comparison.first_bad);
  EXPECT_EQ(comparison.bad_rows, 2u);
  EXPECT_EQ(comparison.bad_row_numbers, (std::vector<int>{1, 3}));
  EXPECT_EQ(comparison.first_bad->row, 1u);
  EXPECT_EQ(comparison.first_bad->got, 16.25f);
  EXPECT_EQ(comparison.first_bad->want, 16.0);
  EXPECT_EQ(comparison.first_bad->length, 1);
  EXPECT_EQ(comparison.first_bad->position, 3u);
  EXPECT_EQ(describe(comparison),
            "row 1 (1 nonzero, at position 3) is 16.25, should be 16; 2 rows of 4 are bad");
}

TEST(CompareRows, SaysIsForOneBadRow) {
  EXPECT_EQ(describe(compare({28, 9.5f, 9, 16})),
            "row 0 (2 nonzeros, at position 1) is 9.5, should be 9; 1 row of 4 is bad");
}

TEST(CompareRows, NanAndInfinityAreNeverRight) {
  EXPECT_EQ(describe(compare({28, 9, std::nanf(""), 16})),
            "row 2 (1 nonzero, at position 2) is nan, should be 9; 1 row of 4 is bad");
  EXPECT_EQ(describe(compare({28, 9, -std::numeric_limits<float>::infinity(), 16})),
            "row 2 (1 nonzero, at position 2) is -inf, should be 9; 1 row of 4 is bad");
}

TEST(CompareRows, PoisonIsCalledNeverWritten) {
  EXPECT_EQ(describe(compare({28, 9, poison(), 16})),
            "row 2 (1 nonzero, at position 2) was never written, should be 9; 1 row of 4 is bad: "
            "y was never written there");
}

TEST(CompareRows, NegativeZeroEqualsZero) {
  const Csr empty_row = {1, {0, 0}, {}, {}};
  const std::vector<float> x = {1};
  EXPECT_EQ(compare_rows(empty_row, x, expect_exact(empty_row, x), std::vector<int>{0},
                         std::vector<float>{-0.0f})
                .bad_rows,
            0u);
}

// Row 0 of kMatrix: bound 3 * 9 * 2^-24, so 1.6e-6 around 9, and floats there lie 9.5e-7 apart.
TEST(CompareRows, WithABoundAcceptsUpToItAndNoFurther) {
  const auto bad_rows = [](float y0) {
    const std::vector<float> y = {28, y0, 9, 16};
    return compare_rows(kMatrix, kX, expect_within_bound(kMatrix, kX), kOrder, y).bad_rows;
  };
  EXPECT_EQ(bad_rows(9.0f), 0u);
  EXPECT_EQ(bad_rows(9.0f + 0x1p-20f), 0u);
  EXPECT_EQ(bad_rows(9.0f - 0x1p-20f), 0u);
  EXPECT_EQ(bad_rows(9.0f + 0x1p-19f), 1u);
  EXPECT_EQ(bad_rows(9.0f - 0x1p-19f), 1u);
}

TEST(CompareRows, WithABoundRefusesNanInfinityAndPoison) {
  const ExpectedRows expected = expect_within_bound(kMatrix, kX);
  const float inf = std::numeric_limits<float>::infinity();
  for (const float wrong : {std::nanf(""), inf, -inf, poison()}) {
    const std::vector<float> y = {28, wrong, 9, 16};
    EXPECT_EQ(compare_rows(kMatrix, kX, expected, kOrder, y).bad_rows, 1u) << wrong;
  }
}

TEST(CompareRows, WithABoundOfZeroAcceptsOnlyTheValueItself) {
  const Csr empty_row = {1, {0, 0}, {}, {}};
  const std::vector<float> x = {1};
  const ExpectedRows expected = expect_within_bound(empty_row, x);
  const auto bad_rows = [&](float y) {
    return compare_rows(empty_row, x, expected, std::vector<int>{0}, std::vector<float>{y})
        .bad_rows;
  };
  EXPECT_EQ(bad_rows(0), 0u);
  EXPECT_EQ(bad_rows(std::numeric_limits<float>::denorm_min()), 1u);
}

}  // namespace
}  // namespace rowsort
