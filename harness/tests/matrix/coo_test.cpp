#include "rowsort/matrix/coo.h"

#include "rowsort/matrix/exact_inputs.h"

#include <stdexcept>
#include <string>

#include "lesson_matrices.h"
#include <gtest/gtest.h>

namespace rowsort {
namespace {

// 5 0 0 1 / 0 8 0 0 / 0 0 3 0 / 0 6 0 4
const Csr kFourByFour = {4, {0, 2, 3, 4, 6}, {0, 3, 1, 2, 1, 3}, {5, 1, 8, 3, 6, 4}};

TEST(ToCsr, MakesTheThreeArraysOfTheFourByFourMatrix) {
  const Coo coo = {4, 4, {0, 0, 1, 2, 3, 3}, {0, 3, 1, 2, 1, 3}, {5, 1, 8, 3, 6, 4}};
  EXPECT_EQ(to_csr(coo), kFourByFour);
}

TEST(ToCoo, NamesTheRowOfEachEntryAndSkipsEmptyRows) {
  const Csr matrix = {3, {0, 0, 2, 2, 3}, {2, 0, 1}, {1, 2, 4}};
  const Coo coo = to_coo(matrix);
  EXPECT_EQ(coo.rows, 4u);
  EXPECT_EQ(coo.cols, 3u);
  EXPECT_EQ(coo.row, (std::vector<int>{1, 1, 3}));
  EXPECT_EQ(coo.col, matrix.col_idx);
  EXPECT_EQ(coo.val, matrix.val);
  EXPECT_EQ(to_csr(coo), matrix);
}

TEST(ToCsr, AcceptsEntriesInAnySequence) {
  const Coo coo = {4, 4, {3, 2, 0, 3, 1, 0}, {1, 2, 0, 3, 1, 3}, {6, 3, 5, 4, 8, 1}};
  EXPECT_EQ(to_csr(coo), kFourByFour);
}

TEST(ToCsr, KeepsTheSequenceOfEntriesWithinARow) {
  const Coo coo = {2, 5, {1, 0, 1, 1}, {4, 2, 0, 3}, {1, 2, 3, 4}};
  const Csr want = {5, {0, 1, 4}, {2, 4, 0, 3}, {2, 1, 3, 4}};
  EXPECT_EQ(to_csr(coo), want);
}

TEST(ToCsr, KeepsDuplicatesAsSeparateEntries) {
  const Coo coo = {1, 2, {0, 0, 0}, {1, 1, 1}, {1, 2, 4}};
  const Csr want = {2, {0, 3}, {1, 1, 1}, {1, 2, 4}};
  EXPECT_EQ(to_csr(coo), want);
}

TEST(ToCsr, GivesEmptyRowsEmptySlicesAtBothEndsAndBetween) {
  const Coo coo = {6, 1, {4, 1}, {0, 0}, {8, 2}};
  const Csr want = {1, {0, 0, 1, 1, 1, 2, 2}, {0, 0}, {2, 8}};
  EXPECT_EQ(to_csr(coo), want);
}

TEST(ToCsr, OfNothingHasOneOffset) {
  const Csr want = {0, {0}, {}, {}};
  EXPECT_EQ(to_csr(Coo{}), want);
}

TEST(ToCsr, RefusesMoreRowsThan32BitsNameBeforeAllocating) {
  const Coo coo = {std::size_t{1} << 40, 1, {}, {}, {}};
  EXPECT_THROW(
      {
        try {
          to_csr(coo);
        } catch (const std::length_error& error) {
          EXPECT_EQ(std::string(error.what()),
                    "the matrix has 1099511627776 rows; 32-bit indices address at most "
                    "2147483647 (2^31 - 1)");
          throw;
        }
      },
      std::length_error);
  EXPECT_THROW(to_csr(Coo{1, std::size_t{1} << 31, {}, {}, {}}), std::length_error);
}

TEST(ToCsr, TurnsTheExerciseInCoordinateFormIntoTheExerciseInCsr) {
  EXPECT_EQ(to_csr(to_coo(exact_matrix(skewed_row_lengths(), kPublishedSeed))),
            testing::skewed_matrix());
}

}  // namespace
}  // namespace rowsort
