// Every hint that compare_rows() gives, from a planted error of that kind, and no hint where none
// fits.
#include "rowsort/checks/rows.h"
#include "rowsort/matrix/poison.h"
#include "rowsort/matrix/row_lengths.h"

#include <algorithm>
#include <vector>

#include "../matrix/lesson_matrices.h"
#include <gtest/gtest.h>

namespace rowsort {
namespace {

constexpr std::size_t kRowCount = 960;
constexpr std::size_t kHeavyRowCount = kRowCount / kWarpSize;

class RowPattern : public ::testing::Test {
 protected:
  RowPattern()
      : matrix(exact_matrix(lengths(), 5)),
        x(exact_vector(kRowCount, 5)),
        order(heavy_first(matrix)),
        y(spmv_reference(permute_rows(matrix, order), x)) {}

  static std::vector<int> lengths() {
    std::vector<int> lengths(kRowCount, 3);
    for (std::size_t row = kWarpSize - 1; row < kRowCount; row += kWarpSize) lengths[row] = 419;
    return lengths;
  }

  std::string hint() const {
    return compare_rows(matrix, x, expect_exact(matrix, x), order, y).hint;
  }
  std::string hint_within_bound() const {
    return compare_rows(matrix, x, expect_within_bound(matrix, x), order, y).hint;
  }

  // What the first or last nonzero of the row at a position adds to its sum.
  float product(std::size_t position, bool last) const {
    const auto row = static_cast<std::size_t>(order[position]);
    const auto entry =
        static_cast<std::size_t>(last ? matrix.row_ptr[row + 1] - 1 : matrix.row_ptr[row]);
    return matrix.val[entry] * x[static_cast<std::size_t>(matrix.col_idx[entry])];
  }

  Csr matrix;
  std::vector<float> x;
  std::vector<int> order;
  std::vector<float> y;
};

TEST_F(RowPattern, NoneWhereAllRowsAreRight) {
  EXPECT_EQ(hint(), "");
}

TEST_F(RowPattern, NothingWritten) {
  std::fill(y.begin(), y.end(), poison());
  EXPECT_EQ(hint(), "y was never written at all");
}

TEST_F(RowPattern, TailUnwritten) {
  std::fill(y.begin() + 896, y.end(), poison());
  EXPECT_EQ(hint(),
            "y was never written from position 896 to the end: does every position have a thread?");
  y[896] = 0.5f;
  EXPECT_NE(hint().substr(0, 19), "y was never written");
}

TEST_F(RowPattern, ScatteredPositionsUnwritten) {
  for (const std::size_t position : {3u, 40u, 700u}) y[position] = poison();
  EXPECT_EQ(hint(), "y was never written there");
}

TEST_F(RowPattern, ResultAlreadyInOriginalOrder) {
  y = spmv_reference(matrix, x);
  const std::string want =
      "y is in the original row order already; y[i] should belong to position i, the harness "
      "un-permutes it";
  EXPECT_EQ(hint(), want);
  EXPECT_EQ(hint_within_bound(), want);
  y[100] += 1;
  EXPECT_NE(hint(), want);
}

TEST_F(RowPattern, ResultOfTheNextPosition) {
  std::rotate(y.begin(), y.begin() + 1, y.end());
  EXPECT_EQ(hint(), "each bad y[i] holds the result of position i + 1");
  y.back() = poison();
  EXPECT_EQ(hint(), "each bad y[i] holds the result of position i + 1");
}

TEST_F(RowPattern, ResultOfThePositionBefore) {
  std::rotate(y.begin(), y.end() - 1, y.end());
  EXPECT_EQ(hint(), "each bad y[i] holds the result of position i - 1");
}

TEST_F(RowPattern, ResultShiftedByTwoIsNoOffByOne) {
  std::rotate(y.begin(), y.begin() + 2, y.end());
  EXPECT_EQ(hint().find("each bad"), std::string::npos);
}

TEST_F(RowPattern, LastNonzeroLeftOut) {
  for (std::size_t i = 0; i < y.size(); ++i) y[i] -= product(i, true);
  EXPECT_EQ(hint(), "every bad row lacks its last nonzero");
  EXPECT_EQ(hint_within_bound(), "every bad row lacks its last nonzero");
}

TEST_F(RowPattern, FirstNonzeroLeftOut) {
  for (std::size_t i = 0; i < y.size(); ++i) y[i] -= product(i, false);
  EXPECT_EQ(hint(), "every bad row lacks its first nonzero");
}

TEST_F(RowPattern, LastNonzeroCountedTwice) {
  for (std::size_t i = 0; i < y.size(); ++i) y[i] += product(i, true);
  EXPECT_EQ(hint(), "every bad row counts its last nonzero twice");
}

TEST_F(RowPattern, HeavyRowsOnly) {
  for (std::size_t i = 0; i < kHeavyRowCount; ++i) y[i] = static_cast<float>(i) + 1000;
  EXPECT_EQ(hint(), "all rows with 419 nonzeros or more are bad, and no others");
}

TEST_F(RowPattern, SomeHeavyRowsAreNotAllHeavyRows) {
  for (std::size_t i = 1; i < kHeavyRowCount; ++i) y[i] = static_cast<float>(i) + 1000;
  EXPECT_EQ(hint(), "");
}

TEST_F(RowPattern, HeavyRowsAndALightOneAreNoLengthPattern) {
  for (std::size_t i = 0; i <= kHeavyRowCount; ++i) y[i] = static_cast<float>(i) + 1000;
  EXPECT_EQ(hint(), "");
}

TEST_F(RowPattern, EveryRowBad) {
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = static_cast<float>(i) + 1000;
  EXPECT_EQ(hint(), "every row is bad");
}

TEST_F(RowPattern, NoneForOneBadRowOrAFew) {
  y[500] += 0.25f;
  EXPECT_EQ(hint(), "");
  y[10] += 0.25f;
  y[959] = 77;
  EXPECT_EQ(hint(), "");
}

TEST_F(RowPattern, NoneForPoisonBesideAnotherKindOfError) {
  y[500] = poison();
  y[600] += 1;
  EXPECT_EQ(hint(), "");
}

// Empty rows have no first or last nonzero, and all their results are equal.
TEST(RowPatternOfEmptyRows, DoesNotReadANonzeroThatIsNotThere) {
  const Csr matrix = exact_matrix(std::vector<int>(100, 0), 1);
  const std::vector<float> x = exact_vector(100, 1);
  std::vector<int> order(100);
  for (std::size_t i = 0; i < 100; ++i) order[i] = static_cast<int>(i);
  std::vector<float> y(100, 0.0f);
  const auto hint = [&] { return compare_rows(matrix, x, expect_exact(matrix, x), order, y).hint; };
  y[50] = 1;
  EXPECT_EQ(hint(), "");
  std::fill(y.begin(), y.end(), 1.0f);
  EXPECT_EQ(hint(), "every row is bad");
}

TEST(RowPatternOfOneRow, IsNoPattern) {
  const Csr matrix = exact_matrix(std::vector<int>{1}, 1);
  const std::vector<float> x = exact_vector(1, 1);
  const std::vector<float> y = {100};
  EXPECT_EQ(compare_rows(matrix, x, expect_exact(matrix, x), std::vector<int>{0}, y).hint, "");
}

}  // namespace
}  // namespace rowsort
