#include "rowsort/matrix/matrix_market.h"

#include "rowsort/matrix/coo.h"
#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/text.h"

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace rowsort {
namespace {

Coo read(const std::string& text) {
  return read_matrix_market(text, "a.mtx");
}

void expect_coo(const Coo& coo, std::size_t rows, std::size_t cols, const std::vector<int>& row,
                const std::vector<int>& col, const std::vector<float>& val) {
  EXPECT_EQ(coo.rows, rows);
  EXPECT_EQ(coo.cols, cols);
  EXPECT_EQ(coo.row, row);
  EXPECT_EQ(coo.col, col);
  EXPECT_EQ(coo.val, val);
}

TEST(ReadMatrixMarket, ReadsTheFourByFourMatrixInTheSequenceOfTheFile) {
  const Coo coo = read(
      "%%MatrixMarket matrix coordinate real general\n"
      "4 4 6\n"
      "1 1 5\n1 4 1\n2 2 8\n3 3 3\n4 2 6\n4 4 4\n");
  expect_coo(coo, 4, 4, {0, 0, 1, 2, 3, 3}, {0, 3, 1, 2, 1, 3}, {5, 1, 8, 3, 6, 4});
}

TEST(ReadMatrixMarket, AcceptsEntriesInAnySequence) {
  const Coo coo = read(
      "%%MatrixMarket matrix coordinate real general\n"
      "3 2 4\n"
      "3 2 1\n1 1 2\n2 2 3\n1 2 4\n");
  expect_coo(coo, 3, 2, {2, 0, 1, 0}, {1, 0, 1, 1}, {1, 2, 3, 4});
}

TEST(ReadMatrixMarket, ReadsEveryWayToWriteANumber) {
  const Coo coo = read(
      "%%MatrixMarket matrix coordinate real general\n"
      "1 9 9\n"
      "1 1 -1.5e+2\n1 2 +2\n1 3 .25\n1 4 3.\n1 5 1E-3\n1 6 -0\n1 7 1e-50\n1 8 1e-400\n"
      "1 9 3.4028234e38\n");
  EXPECT_EQ(coo.val, (std::vector<float>{-150, 2, 0.25f, 3, 1e-3f, -0.0f, 0, 0, 3.4028234e38f}));
  EXPECT_TRUE(std::signbit(coo.val[5]));
}

TEST(ReadMatrixMarket, RoundsToTheNearestFloatAtOnce) {
  // Just above the middle between 1 and the next float. Rounded to double first, it would become 1.
  const Coo coo = read(
      "%%MatrixMarket matrix coordinate real general\n"
      "1 1 1\n"
      "1 1 1.00000005960464477539062500001\n");
  EXPECT_EQ(coo.val[0], std::nextafter(1.0f, 2.0f));
}

TEST(ReadMatrixMarket, ReadsIntegers) {
  const Coo coo = read(
      "%%MatrixMarket matrix coordinate integer general\n"
      "1 4 4\n"
      "1 1 -7\n1 2 +3\n1 3 0\n1 4 100000000000000000000\n");
  EXPECT_EQ(coo.val, (std::vector<float>{-7, 3, 0, 1e20f}));
}

TEST(ReadMatrixMarket, GivesPatternEntriesTheValueOne) {
  const Coo coo = read(
      "%%MatrixMarket matrix coordinate pattern general\n"
      "2 3 2\n"
      "2 3\n1 1\n");
  expect_coo(coo, 2, 3, {1, 0}, {2, 0}, {1, 1});
}

TEST(ReadMatrixMarket, MirrorsEntriesOffTheDiagonalOfASymmetricFile) {
  const Coo coo = read(
      "%%MatrixMarket matrix coordinate real symmetric\n"
      "3 3 4\n"
      "1 1 1\n2 1 2\n3 3 3\n3 2 4\n");
  expect_coo(coo, 3, 3, {0, 1, 2, 2, 0, 1}, {0, 0, 2, 1, 1, 2}, {1, 2, 3, 4, 2, 4});
}

TEST(ReadMatrixMarket, MirrorsSymmetricPatterns) {
  const Coo coo = read("%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n");
  expect_coo(coo, 2, 2, {1, 0}, {0, 1}, {1, 1});
}

TEST(ReadMatrixMarket, AcceptsAnyCaseCommentsBlankLinesTabsAndCrlf) {
  const Coo coo = read(
      "%%mATRIXmARKET Matrix COORDINATE Real GENERAL\r\n"
      "% a comment\r\n"
      "\r\n"
      "  % another, 3 3 3\r\n"
      "%\r\n"
      " 2\t2  2 \r\n"
      "\r\n"
      "\t1 1 1\r\n"
      " \t \r\n"
      "2  2\t2 \r\n"
      "\r\n");
  expect_coo(coo, 2, 2, {0, 1}, {0, 1}, {1, 2});
}

TEST(ReadMatrixMarket, NeedsNoLineEndAfterTheLastEntry) {
  expect_coo(read("%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 7"), 1, 1, {0}, {0},
             {7});
  expect_coo(read("%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1"), 1, 1, {0}, {0},
             {1});
}

TEST(ReadMatrixMarket, ReadsMatricesWithoutNonzerosOrRows) {
  expect_coo(read("%%MatrixMarket matrix coordinate real general\n3 4 0\n"), 3, 4, {}, {}, {});
  expect_coo(read("%%MatrixMarket matrix coordinate real symmetric\n0 0 0"), 0, 0, {}, {}, {});
}

TEST(ReadMatrixMarket, UsesNoMemoryForRowsThatHaveNoEntries) {
  const Coo coo = read(
      "%%MatrixMarket matrix coordinate pattern general\n"
      "2147483647 2147483647 2\n"
      "2147483647 2147483647\n1 1\n");
  expect_coo(coo, 2147483647, 2147483647, {2147483646, 0}, {2147483646, 0}, {1, 1});
}

// A file that is removed again.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text)
      : path_(std::filesystem::path(::testing::TempDir()) /
              ("rowsort_matrix_market_" +
               std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()) +
               ".mtx")) {
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~TemporaryFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

std::string matrix_market_text(const Coo& coo) {
  std::string text = "%%MatrixMarket matrix coordinate real general\n" + std::to_string(coo.rows) +
                     " " + std::to_string(coo.cols) + " " + std::to_string(coo.nnz()) + "\n";
  for (std::size_t e = 0; e < coo.nnz(); ++e) {
    text += std::to_string(coo.row[e] + 1) + " " + std::to_string(coo.col[e] + 1) + " " +
            shortest(coo.val[e]) + "\n";
  }
  return text;
}

TEST(ReadMatrixMarket, GivesBackAMatrixOfSomeMegabytesFromAFile) {
  std::vector<int> lengths(20'000, 3);
  for (std::size_t row = 31; row < lengths.size(); row += 32) lengths[row] = 419;
  const Coo coo = to_coo(exact_matrix(lengths, kPublishedSeed));
  const std::string text = matrix_market_text(coo);
  ASSERT_GT(text.size(), 4'000'000u);
  const TemporaryFile file(text);
  const Coo got = read_matrix_market(file.path());
  EXPECT_EQ(got.rows, coo.rows);
  EXPECT_EQ(got.cols, coo.cols);
  EXPECT_TRUE(got.row == coo.row);
  EXPECT_TRUE(got.col == coo.col);
  EXPECT_TRUE(got.val == coo.val);
  EXPECT_EQ(to_csr(got), exact_matrix(lengths, kPublishedSeed));
}

}  // namespace
}  // namespace rowsort
