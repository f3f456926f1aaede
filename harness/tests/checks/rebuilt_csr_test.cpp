#include "rowsort/checks/host_answers.h"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace rowsort {
namespace {

constexpr int kIntMin = std::numeric_limits<int>::min();
constexpr int kIntMax = std::numeric_limits<int>::max();

// 5 0 0 1 / 0 8 0 0 / 0 0 3 0 / 0 6 0 4
const Csr kMatrix = {4, {0, 2, 3, 4, 6}, {0, 3, 1, 2, 1, 3}, {5, 1, 8, 3, 6, 4}};
const std::vector<int> kOrder = {3, 0, 2, 1};
// Rows 3, 0, 2, 1: row_ptr 0 2 4 5 6, col_idx 1 3 0 3 2 1, val 6 4 5 1 3 8.
const Csr kRebuilt = permute_rows(kMatrix, kOrder);

void expect_fault(const Csr& rebuilt, const std::string& message) {
  EXPECT_EQ(find_rebuilt_fault(kMatrix, kOrder, rebuilt), message);
}

TEST(FindRebuiltFault, AcceptsTheMatrixInItsOrder) {
  EXPECT_FALSE(find_rebuilt_fault(kMatrix, kOrder, kRebuilt));
  EXPECT_FALSE(find_rebuilt_fault(kMatrix, std::vector<int>{0, 1, 2, 3}, kMatrix));
  EXPECT_FALSE(find_rebuilt_fault(Csr{0, {0}, {}, {}}, {}, Csr{0, {0}, {}, {}}));
}

TEST(FindRebuiltFault, AcceptsNanValuesThatWereCopied) {
  Csr matrix = kMatrix;
  matrix.val[2] = std::nanf("");
  EXPECT_FALSE(find_rebuilt_fault(matrix, kOrder, permute_rows(matrix, kOrder)));
}

TEST(FindRebuiltFault, ArraysOfTheWrongSize) {
  Csr rebuilt = kRebuilt;
  rebuilt.row_ptr.pop_back();
  expect_fault(rebuilt, "the rebuilt matrix has 4 elements in row_ptr, should be 5");
  rebuilt = kRebuilt;
  rebuilt.row_ptr.push_back(6);
  expect_fault(rebuilt, "the rebuilt matrix has 6 elements in row_ptr, should be 5");
  rebuilt = kRebuilt;
  rebuilt.col_idx.pop_back();
  expect_fault(rebuilt, "the rebuilt matrix has 5 elements in col_idx, should be 6");
  rebuilt = kRebuilt;
  rebuilt.val.push_back(1);
  expect_fault(rebuilt, "the rebuilt matrix has 7 elements in val, should be 6");
  rebuilt = kRebuilt;
  rebuilt.cols = 5;
  expect_fault(rebuilt, "the rebuilt matrix has 5 columns, should be 4");
  expect_fault(Csr{}, "the rebuilt matrix has 0 elements in row_ptr, should be 5");
}

TEST(FindRebuiltFault, RowPtrThatDoesNotStartAtZero) {
  for (const int start : {1, -1, kIntMin, kIntMax}) {
    Csr rebuilt = kRebuilt;
    rebuilt.row_ptr[0] = start;
    expect_fault(rebuilt, "the rebuilt row_ptr[0] is " + std::to_string(start) + ", should be 0");
  }
}

TEST(FindRebuiltFault, RowPtrOfTheMatrixBeforeSorting) {
  Csr rebuilt = kRebuilt;
  rebuilt.row_ptr = kMatrix.row_ptr;  // 0 2 3 4 6
  expect_fault(rebuilt,
               "position 1 should hold row 0 with 2 nonzeros, but row_ptr gives it 1 nonzero");
}

TEST(FindRebuiltFault, RowPtrThatFalls) {
  Csr rebuilt = kRebuilt;
  rebuilt.row_ptr[2] = 1;
  expect_fault(rebuilt,
               "position 1 should hold row 0 with 2 nonzeros, but row_ptr gives it -1 nonzeros "
               "(row_ptr falls there)");
}

TEST(FindRebuiltFault, RowPtrAtTheExtremesOfInt) {
  Csr rebuilt = kRebuilt;
  rebuilt.row_ptr[2] = kIntMax;
  expect_fault(rebuilt,
               "position 1 should hold row 0 with 2 nonzeros, but row_ptr gives it 2147483645 "
               "nonzeros");
  rebuilt.row_ptr[2] = kIntMin;
  expect_fault(rebuilt,
               "position 1 should hold row 0 with 2 nonzeros, but row_ptr gives it -2147483650 "
               "nonzeros (row_ptr falls there)");
}

TEST(FindRebuiltFault, RowPtrThatDoesNotEndAtTheNumberOfNonzeros) {
  Csr rebuilt = kRebuilt;
  rebuilt.row_ptr[4] = 7;
  expect_fault(rebuilt,
               "position 3 should hold row 1 with 1 nonzero, but row_ptr gives it 2 nonzeros");
  rebuilt.row_ptr[4] = 5;
  expect_fault(rebuilt,
               "position 3 should hold row 1 with 1 nonzero, but row_ptr gives it 0 nonzeros");
}

TEST(FindRebuiltFault, WrongColumn) {
  Csr rebuilt = kRebuilt;
  rebuilt.col_idx[3] = 2;
  expect_fault(rebuilt,
               "position 1 should hold row 0 (2 nonzeros), but the column of its nonzero 1 is 2, "
               "should be 3");
  rebuilt.col_idx[3] = kIntMin;
  expect_fault(rebuilt,
               "position 1 should hold row 0 (2 nonzeros), but the column of its nonzero 1 is "
               "-2147483648, should be 3");
}

TEST(FindRebuiltFault, WrongValue) {
  Csr rebuilt = kRebuilt;
  rebuilt.val[5] = 8.5f;
  expect_fault(rebuilt,
               "position 3 should hold row 1 (1 nonzero), but the value of its nonzero 0 is 8.5, "
               "should be 8");
  rebuilt.val[5] = std::nanf("");
  expect_fault(rebuilt,
               "position 3 should hold row 1 (1 nonzero), but the value of its nonzero 0 is nan, "
               "should be 8");
}

TEST(FindRebuiltFault, NegativeZeroIsNotZero) {
  const Csr matrix = {1, {0, 1}, {0}, {0.0f}};
  const Csr rebuilt = {1, {0, 1}, {0}, {-0.0f}};
  EXPECT_EQ(find_rebuilt_fault(matrix, std::vector<int>{0}, rebuilt),
            "position 0 should hold row 0 (1 nonzero), but the value of its nonzero 0 is -0, "
            "should be 0");
}

TEST(FindRebuiltFault, EntriesOfARowInAnotherSequence) {
  Csr rebuilt = kRebuilt;
  std::swap(rebuilt.col_idx[0], rebuilt.col_idx[1]);
  std::swap(rebuilt.val[0], rebuilt.val[1]);
  expect_fault(rebuilt,
               "position 0 should hold row 3 (2 nonzeros), but the column of its nonzero 0 is 3, "
               "should be 1");
}

TEST(FindRebuiltFault, RowsInTheInverseOrder) {
  const std::vector<int> inverse = {1, 3, 2, 0};
  expect_fault(permute_rows(kMatrix, inverse),
               "position 0 should hold row 3 with 2 nonzeros, but row_ptr gives it 1 nonzero");
}

TEST(FindRebuiltFault, ReportsTheFirstPositionOfMany) {
  Csr rebuilt = kRebuilt;
  for (float& value : rebuilt.val) value += 1;
  expect_fault(rebuilt,
               "position 0 should hold row 3 (2 nonzeros), but the value of its nonzero 0 is 7, "
               "should be 6");
}

}  // namespace
}  // namespace rowsort
