#include "rowsort/exercise/test_case.h"
#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/matrix/row_lengths.h"

#include <algorithm>
#include <functional>
#include <set>

#include <gtest/gtest.h>

namespace rowsort {
namespace {

constexpr int kBlockSize = 256;

std::vector<int> lengths_of(const std::string& name, int block_size = kBlockSize) {
  for (const TestCase& shape : edge_cases(block_size, kPublishedSeed)) {
    if (shape.name == name) return row_lengths(shape.matrix);
  }
  ADD_FAILURE() << "no shape is named " << name;
  return {};
}

TEST(AwkwardShapes, HaveDifferentNames) {
  std::set<std::string> names;
  const auto shapes = edge_cases(kBlockSize, kPublishedSeed);
  for (const TestCase& shape : shapes) names.insert(shape.name);
  EXPECT_EQ(names.size(), shapes.size());
  EXPECT_EQ(shapes.size(), 12u);
}

TEST(AwkwardShapes, AreExactInputsOfTheirSeed) {
  for (const TestCase& shape : edge_cases(kBlockSize, 99)) {
    const std::vector<int> lengths = row_lengths(shape.matrix);
    EXPECT_EQ(shape.matrix, exact_matrix(lengths, 99)) << shape.name;
    for (const int length : lengths) EXPECT_LE(length, kMaxExactRowLength) << shape.name;
  }
}

TEST(AwkwardShapes, WithoutRowsOrNonzerosHaveNone) {
  EXPECT_EQ(lengths_of("a matrix without rows"), std::vector<int>{});
  EXPECT_EQ(lengths_of("one row of one nonzero"), std::vector<int>{1});
  EXPECT_EQ(lengths_of("one row without a nonzero"), std::vector<int>{0});
  EXPECT_EQ(lengths_of("100 rows, all of them empty"), std::vector<int>(100, 0));
}

TEST(AwkwardShapes, GiantRowStandsAtTheEndItsNameSays) {
  std::vector<int> first(590, 1);
  first.front() = 585;
  std::vector<int> last(590, 1);
  last.back() = 585;
  EXPECT_EQ(lengths_of("one giant row, the first of 590"), first);
  EXPECT_EQ(lengths_of("one giant row, the last of 590"), last);
}

TEST(AwkwardShapes, RowCountsAreNoMultipleOfAWarpOrOfTheSubmissionsBlock) {
  EXPECT_EQ(lengths_of("33 rows, not a multiple of a warp").size(), 33u);
  for (const int block_size : {32, 64, 256, 1024}) {
    const auto rows = static_cast<std::size_t>(2 * block_size + 1);
    const std::string name = std::to_string(rows) + " rows, not a multiple of the block";
    EXPECT_EQ(lengths_of(name, block_size).size(), rows);
    EXPECT_NE(rows % static_cast<std::size_t>(block_size), 0u);
  }
}

TEST(AwkwardShapes, SortedOnesAreSortedAndEqualOnesEqual) {
  const auto falling = lengths_of("200 rows, already in falling order");
  const auto rising = lengths_of("200 rows, already in rising order");
  EXPECT_TRUE(std::is_sorted(falling.begin(), falling.end(), std::greater<>()));
  EXPECT_TRUE(std::is_sorted(rising.begin(), rising.end()));
  EXPECT_EQ(falling.size(), 200u);
  EXPECT_EQ(rising.size(), 200u);
  EXPECT_LT(rising.front(), rising.back());
  EXPECT_GT(falling.front(), falling.back());
  EXPECT_EQ(lengths_of("96 rows, all of one length"), std::vector<int>(96, 7));
}

TEST(AwkwardShapes, RandomOneHasEmptyRowsAndIsNotSorted) {
  const auto lengths = lengths_of("1,000 rows of random lengths, empty ones among them");
  EXPECT_EQ(lengths.size(), 1000u);
  EXPECT_GT(std::count(lengths.begin(), lengths.end(), 0), 0);
  EXPECT_FALSE(std::is_sorted(lengths.begin(), lengths.end()));
  EXPECT_GT(*std::max_element(lengths.begin(), lengths.end()), 32);
}

TEST(AwkwardShapes, DifferWithTheSeed) {
  const auto a = edge_cases(kBlockSize, 1);
  const auto b = edge_cases(kBlockSize, 2);
  EXPECT_NE(a.back().matrix, b.back().matrix);
}

}  // namespace
}  // namespace rowsort
