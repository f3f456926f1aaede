#include "rowsort/matrix/csr_view.h"

#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

namespace rowsort {
namespace {

constexpr std::size_t kLimit = 2'147'483'647;

std::string refusal(std::size_t rows, std::size_t cols, std::size_t nnz) {
  try {
    require_32_bit_shape(rows, cols, nnz);
  } catch (const std::length_error& error) {
    return error.what();
  }
  return "";
}

TEST(Require32BitShape, AcceptsTheLimitItself) {
  EXPECT_EQ(refusal(kLimit, kLimit, kLimit), "");
  EXPECT_EQ(refusal(0, 0, 0), "");
}

TEST(Require32BitShape, RefusesOneMoreAndNamesCountAndLimit) {
  EXPECT_EQ(refusal(kLimit + 1, 1, 1),
            "the matrix has 2147483648 rows; 32-bit indices address at most 2147483647 (2^31 - 1)");
  EXPECT_EQ(
      refusal(1, kLimit + 1, 1),
      "the matrix has 2147483648 columns; 32-bit indices address at most 2147483647 (2^31 - 1)");
  EXPECT_EQ(
      refusal(1, 1, kLimit + 1),
      "the matrix has 2147483648 nonzeros; 32-bit indices address at most 2147483647 (2^31 - 1)");
}

TEST(Require32BitShape, RefusesCountsThatWouldWrapTo32Bits) {
  EXPECT_NE(refusal(std::size_t{1} << 32, 1, 1), "");
  EXPECT_NE(refusal(1, std::size_t{1} << 32, 1), "");
  EXPECT_NE(refusal(1, 1, std::size_t{1} << 32), "");
}

// 5 0 0 1 / 0 8 0 0 / 0 0 3 0 / 0 6 0 4
Csr four_by_four() {
  return {4, {0, 2, 3, 4, 6}, {0, 3, 1, 2, 1, 3}, {5, 1, 8, 3, 6, 4}};
}

TEST(CsrView, SeesTheMatrixItWasMadeFrom) {
  const Csr matrix = four_by_four();
  const CsrView view = matrix;
  EXPECT_EQ(view.rows(), 4u);
  EXPECT_EQ(view.cols, 4u);
  EXPECT_EQ(view.nnz(), 6u);
  EXPECT_EQ(view.row_begin(3), 4u);
  EXPECT_EQ(view.row_end(3), 6u);
  EXPECT_EQ(view.row_length(0), 2);
  EXPECT_EQ(view.row_length(1), 1);
  EXPECT_EQ(view.val.data(), matrix.val.data());
}

TEST(CsrView, WithoutOffsetsHasNoRows) {
  EXPECT_EQ(CsrView{}.rows(), 0u);
  EXPECT_EQ(CsrView{Csr{}}.rows(), 0u);
  EXPECT_EQ(Csr{}.rows(), 0u);
}

TEST(PermuteRows, MovesWholeRowsAndKeepsTheirEntriesInSequence) {
  const std::vector<int> order = {3, 1, 0, 2};
  const Csr want = {4, {0, 2, 3, 5, 6}, {1, 3, 1, 0, 3, 2}, {6, 4, 8, 5, 1, 3}};
  EXPECT_EQ(permute_rows(four_by_four(), order), want);
}

TEST(PermuteRows, KeepsEmptyRowsAndRectangularShapes) {
  const Csr matrix = {7, {0, 0, 2, 2}, {6, 0}, {1, 2}};
  const std::vector<int> order = {1, 2, 0};
  const Csr want = {7, {0, 2, 2, 2}, {6, 0}, {1, 2}};
  EXPECT_EQ(permute_rows(matrix, order), want);
}

TEST(PermuteRows, OfAMatrixWithoutRowsIsOneWithoutRows) {
  const Csr want = {3, {0}, {}, {}};
  EXPECT_EQ(permute_rows(Csr{3, {0}, {}, {}}, {}), want);
}

}  // namespace
}  // namespace rowsort
