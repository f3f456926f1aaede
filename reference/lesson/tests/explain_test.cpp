#include "explain.h"

#include "rowsort/errors.h"

#include <sstream>

#include <gtest/gtest.h>

namespace rowsort::lesson {
namespace {

std::string explained(const Csr& matrix, std::istream* answers = nullptr) {
  std::ostringstream out;
  explain(matrix, "example", answers, out);
  return out.str();
}

std::string answered(const std::string& lines) {
  std::istringstream answers(lines);
  return explained(four_by_four(), &answers);
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Explain, ShowsTheExampleInEveryFormat) {
  EXPECT_EQ(explained(four_by_four()), R"(example: 4 rows, 4 columns, 6 nonzeros

Dense: 16 places, a dot for each zero
  column    0  1  2  3
  row 0     5  .  .  1
  row 1     .  8  .  .
  row 2     .  .  3  .
  row 3     .  6  .  4

COO: row, column and value of each nonzero
  row = [0, 0, 1, 2, 3, 3]
  col = [0, 3, 1, 2, 1, 3]
  val = [5, 1, 8, 3, 6, 4]

CSR: row r has the entries row_ptr[r] to row_ptr[r + 1] - 1; a bar ends each row
  row_ptr = [0, 2, 3, 4, 6]
  entry     0  1 |  2 |  3 |  4  5 |
  col_idx   0  3 |  1 |  2 |  1  3 |
  val       5  1 |  8 |  3 |  6  4 |

One thread per row: a warp of 32 lanes makes 2 steps; # works on a nonzero, . waits
  lane 0, row 0       ##
  lane 1, row 1       #.
  lane 2, row 2       #.
  lane 3, row 3       ##
  lanes 4-31, no row  ..
  64 lane-slots, 6 with a nonzero: 9.4% useful

One warp per row: each lane takes every 32nd nonzero of the row
  warp 0, row 0       ##..............................
  warp 1, row 1       #...............................
  warp 2, row 2       #...............................
  warp 3, row 3       ##..............................
  128 lane-slots, 6 with a nonzero: 4.7% useful

Questions
  Which columns does row 3 have, from row_ptr and col_idx?  1, 3 (row 3 has the entries [4, 6))
  Which values does it have?  6, 4 (the same slice of val)
  How many lane-slots does one thread per row issue?  64 (32 lanes * (nonzeros of the longest row))
  Which kernel issues fewer lane-slots: thread, warp, or both (the same number)?  thread (64 with a thread per row, 128 with a warp per row)
)");
}

TEST(Explain, RightAnswersAreCountedHoweverTheyAreWritten) {
  EXPECT_TRUE(contains(answered("1 3\n6 4\n64\nthread\n"), "4 of 4 right"));
  EXPECT_TRUE(contains(answered("[1, 3]\n{6.0,4}\n 64 \nthread per row\n"), "4 of 4 right"));
}

TEST(Explain, WrongAnswersGetTheRightOneAndWhy) {
  const std::string text = answered("1\n6 4 0\n128\nwarp\n");
  EXPECT_TRUE(contains(text, "0 of 4 right")) << text;
  EXPECT_TRUE(contains(text, "no, the answer is 1, 3: row 3 has the entries [4, 6)")) << text;
  EXPECT_TRUE(contains(text, "no, the answer is 64: ")) << text;
  EXPECT_TRUE(contains(text, "no, the answer is thread: ")) << text;
  EXPECT_TRUE(contains(answered("one, three\n\nx\n?\n"), "0 of 4 right"));
}

TEST(Explain, WhenTheInputEndsTheAnswersArePrinted) {
  const std::string text = answered("1 3\n");
  EXPECT_TRUE(contains(text, "6, 4 (the same slice of val)")) << text;
  EXPECT_TRUE(contains(text, "1 of 1 right")) << text;
}

TEST(Explain, MatricesWithoutNonzerosAndWithEmptyRows) {
  EXPECT_TRUE(contains(explained(Csr{3, {0, 0}, {}, {}}), "0 lane-slots"));
  EXPECT_TRUE(contains(explained(Csr{0, {0}, {}, {}}), "0 rows"));
  EXPECT_TRUE(contains(explained(Csr{1, {0, 1}, {0}, {0.1f}}), "val = [0.1]"));
  const Csr tail_empty = {2, {0, 1, 1, 1, 1}, {1}, {2.5f}};
  EXPECT_TRUE(contains(explained(tail_empty), "Which columns does row 0 have")) << "row 3 is empty";
}

TEST(Explain, LargeMatricesAreRefusedByName) {
  Csr large;
  large.cols = 4;
  large.row_ptr.assign(34, 0);
  try {
    explained(large);
    FAIL() << "explained 33 rows";
  } catch (const UsageError& refusal) {
    EXPECT_TRUE(contains(refusal.what(), "example has 33 rows")) << refusal.what();
    EXPECT_TRUE(contains(refusal.what(), "lesson --matrix example")) << refusal.what();
  }
}

}  // namespace
}  // namespace rowsort::lesson
