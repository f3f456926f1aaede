#include "rowsort/matrix/exact_inputs.h"

#include "rowsort/matrix/coo.h"
#include "rowsort/matrix/spmv_reference.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "lesson_matrices.h"
#include <gtest/gtest.h>

namespace rowsort {
namespace {

using testing::even_matrix;
using testing::exercise_vector;
using testing::skewed_matrix;

std::size_t at(int index) {
  return static_cast<std::size_t>(index);
}

TEST(ExactInputs, ValuesAreOddIntegersOver4096) {
  int smallest = 0;
  int largest = 0;
  for (const float value : skewed_matrix().val) {
    const float scaled = value * 4096;
    const int integer = static_cast<int>(scaled);
    ASSERT_EQ(static_cast<float>(integer), scaled);
    ASSERT_EQ(std::abs(integer) % 2, 1) << integer;
    smallest = std::min(smallest, integer);
    largest = std::max(largest, integer);
  }
  EXPECT_EQ(smallest, -4095);
  EXPECT_EQ(largest, 4095);
}

TEST(ExactInputs, VectorHoldsEachOfItsEightValuesAndNoOther) {
  const std::set<float> values(exercise_vector().begin(), exercise_vector().end());
  EXPECT_EQ(values, (std::set<float>{-7 / 8.f, -5 / 8.f, -3 / 8.f, -1 / 8.f, 1 / 8.f, 3 / 8.f,
                                     5 / 8.f, 7 / 8.f}));
}

TEST(ExactInputs, BothMatricesHoldTheSameNonzerosInTheSameSequence) {
  EXPECT_EQ(even_matrix().nnz(), 8'388'608u);
  EXPECT_EQ(skewed_matrix().nnz(), 8'388'608u);
  EXPECT_TRUE(even_matrix().val == skewed_matrix().val);
}

TEST(ExactInputs, SkewedMatrixHasOneHeavyRowAtTheEndOfEachGroupOf32) {
  const Csr& matrix = skewed_matrix();
  ASSERT_EQ(matrix.rows(), 524'288u);
  ASSERT_EQ(matrix.cols, 524'288u);
  for (std::size_t row = 0; row < matrix.rows(); ++row) {
    ASSERT_EQ(matrix.row_length(row), row % 32 == 31 ? 419 : 3) << row;
  }
}

void expect_columns_from_the_diagonal(const Csr& matrix) {
  ASSERT_GT(matrix.cols, 0u);
  for (std::size_t row = 0; row < matrix.rows(); ++row) {
    for (int k = 0; k < matrix.row_length(row); ++k) {
      const std::size_t column = (row + at(k)) % matrix.cols;
      ASSERT_EQ(at(matrix.col_idx[at(matrix.row_ptr[row] + k)]), column) << "row " << row;
    }
  }
}

TEST(ExactInputs, ColumnsRunFromTheDiagonalAndWrapAround) {
  expect_columns_from_the_diagonal(even_matrix());
  expect_columns_from_the_diagonal(skewed_matrix());
  EXPECT_EQ(exact_matrix(std::vector<int>{1, 0, 3}, 1).col_idx, (std::vector<int>{0, 2, 0, 1}));
}

TEST(ExactInputs, PublishedValuesNeverChange) {
  // A changed generator would silently invalidate every recorded result.
  std::vector<int> values;
  std::vector<int> x;
  for (std::size_t e = 0; e < 6; ++e) {
    values.push_back(static_cast<int>(skewed_matrix().val[e] * 4096));
    x.push_back(static_cast<int>(exercise_vector()[e] * 8));
  }
  EXPECT_EQ(values, (std::vector<int>{-1955, 2245, -2173, 2735, 2603, 761}));
  EXPECT_EQ(x, (std::vector<int>{-1, 3, -3, -7, -7, -7}));
}

TEST(ExactInputs, DifferentSeedsDiffer) {
  const std::vector<int> lengths(100, 10);
  EXPECT_NE(exact_matrix(lengths, 1).val, exact_matrix(lengths, 2).val);
  EXPECT_NE(exact_vector(100, 1), exact_vector(100, 2));
  EXPECT_EQ(exact_matrix(lengths, 1), exact_matrix(lengths, 1));
  EXPECT_EQ(exact_vector(100, 1), exact_vector(100, 1));
}

TEST(ExactInputs, ShorterVectorIsAPrefixOfALongerOne) {
  const auto shorter = exact_vector(10, 5);
  const auto longer = exact_vector(20, 5);
  EXPECT_TRUE(std::equal(shorter.begin(), shorter.end(), longer.begin()));
}

// One row's products in units of 2^-15, and their float32 forms.
struct Row {
  std::vector<int> products;
  std::vector<float> val;
  std::vector<float> x;
};

Row row_of(const Csr& matrix, std::size_t row) {
  Row result;
  for (auto e = at(matrix.row_ptr[row]); e < at(matrix.row_ptr[row + 1]); ++e) {
    const float x = exercise_vector()[at(matrix.col_idx[e])];
    result.products.push_back(static_cast<int>(matrix.val[e] * 4096) * static_cast<int>(x * 8));
    result.val.push_back(matrix.val[e]);
    result.x.push_back(x);
  }
  return result;
}

float forward_sum(const Row& row) {
  float sum = 0;
  for (std::size_t k = 0; k < row.val.size(); ++k) sum += row.val[k] * row.x[k];
  return sum;
}

float backward_sum(const Row& row) {
  float sum = 0;
  for (std::size_t k = row.val.size(); k-- > 0;) sum += row.val[k] * row.x[k];
  return sum;
}

float fused_sum(const Row& row) {
  float sum = 0;
  for (std::size_t k = 0; k < row.val.size(); ++k) sum = std::fma(row.val[k], row.x[k], sum);
  return sum;
}

float pairwise_sum(const Row& row, std::size_t begin, std::size_t end) {
  if (begin == end) return 0;
  if (end - begin == 1) return row.val[begin] * row.x[begin];
  const std::size_t middle = begin + (end - begin) / 2;
  return pairwise_sum(row, begin, middle) + pairwise_sum(row, middle, end);
}

TEST(ExactInputs, EverySummationOrderGivesTheIntegerSum) {
  const Csr& matrix = skewed_matrix();
  for (std::size_t row = 0; row < matrix.rows(); ++row) {
    const Row entries = row_of(matrix, row);
    std::int64_t integer_sum = 0;
    for (const int product : entries.products) integer_sum += product;
    // Exact in a double whatever the sum, so this cannot round in step with the float sums.
    const double want = static_cast<double>(integer_sum) / 32768;
    ASSERT_EQ(static_cast<double>(forward_sum(entries)), want) << row;
    ASSERT_EQ(static_cast<double>(backward_sum(entries)), want) << row;
    ASSERT_EQ(static_cast<double>(fused_sum(entries)), want) << row;
    ASSERT_EQ(static_cast<double>(pairwise_sum(entries, 0, entries.val.size())), want) << row;
  }
}

TEST(ExactInputs, ParityOfARowSumIsTheParityOfItsLength) {
  // So one nonzero dropped or counted twice always changes the sum.
  const Csr& matrix = skewed_matrix();
  for (std::size_t row = 0; row < matrix.rows(); ++row) {
    const float y = forward_sum(row_of(matrix, row)) * 32768;
    ASSERT_EQ(std::abs(static_cast<int>(y)) % 2, matrix.row_length(row) % 2) << row;
  }
}

TEST(ExactInputs, LongestExactRowStaysExactAtItsWorst) {
  // All 585 products of one sign and the largest magnitude. The 586th sum is past 2^24 and happens
  // to be even; the 587th is odd and cannot be held.
  const float product = (4095 / 4096.0f) * (7 / 8.0f);
  float sum = 0;
  for (int k = 0; k < kMaxExactRowLength; ++k) sum += product;
  EXPECT_EQ(static_cast<double>(sum), 585.0 * 4095 * 7 / 32768);
  EXPECT_NE(static_cast<double>(sum + product + product), 587.0 * 4095 * 7 / 32768);
}

// The value rounded to this many significant bits, ties to even.
float round_to_bits(float value, int bits) {
  const int dropped = 24 - bits;
  auto word = std::bit_cast<std::uint32_t>(value);
  word += (1u << (dropped - 1)) - 1 + ((word >> dropped) & 1);
  return std::bit_cast<float>(word >> dropped << dropped);
}

// Share of the rows whose result changes when val is stored with this many significant bits.
double share_changed(const Csr& matrix, int bits) {
  std::size_t changed = 0;
  for (std::size_t row = 0; row < matrix.rows(); ++row) {
    Row entries = row_of(matrix, row);
    const float want = forward_sum(entries);
    for (float& value : entries.val) value = round_to_bits(value, bits);
    changed += forward_sum(entries) != want ? 1 : 0;
  }
  return static_cast<double>(changed) / static_cast<double>(matrix.rows());
}

TEST(ExactInputs, LowerPrecisionShowsInMostRows) {
  EXPECT_GT(share_changed(skewed_matrix(), 8), 0.95) << "bfloat16";
  EXPECT_GT(share_changed(skewed_matrix(), 11), 0.8) << "half, tf32";
  EXPECT_EQ(share_changed(skewed_matrix(), 12), 0.0) << "12 bits hold every value";
}

std::string refusal(const std::vector<int>& lengths) {
  try {
    exact_matrix(lengths, 1);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(ExactInputs, RefuseLengthsThatDoNotFitTheMatrix) {
  EXPECT_EQ(refusal({1, 4, 1}), "row 1 cannot have 4 nonzeros in a matrix of 3 columns");
  EXPECT_EQ(refusal({1, 3, -1}), "row 2 cannot have -1 nonzeros in a matrix of 3 columns");
  EXPECT_EQ(refusal({3, 3, 3}), "");
}

TEST(ExactInputs, RefuseMoreNonzerosThan32BitsAddressBeforeAllocating) {
  // 70,000 full rows of 70,000 are 4.9e9 nonzeros: 39 GB if they were allocated.
  const std::vector<int> lengths(70'000, 70'000);
  EXPECT_THROW(exact_matrix(lengths, 1), std::length_error);
}

TEST(ExactInputs, OfNoRowsAreEmpty) {
  const Csr want = {0, {0}, {}, {}};
  EXPECT_EQ(exact_matrix({}, 1), want);
  EXPECT_EQ(exact_vector(0, 1), std::vector<float>{});
}

TEST(ExactInputs, CoordinateFormNamesTheRowOfEachEntry) {
  const Coo coo = to_coo(exact_matrix(std::vector<int>{2, 0, 1}, 1));
  EXPECT_EQ(coo.rows, 3u);
  EXPECT_EQ(coo.cols, 3u);
  EXPECT_EQ(coo.row, (std::vector<int>{0, 0, 2}));
  EXPECT_EQ(coo.col, (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(coo.val, (std::vector<float>{exact_value(1, 0), exact_value(1, 1), exact_value(1, 2)}));
}

TEST(ExactRowSigns, AreBothSignsAboutEquallyOftenAndDependOnTheSeed) {
  const std::vector<float> signs = exact_row_signs(10'000, 1);
  const auto plus = std::count(signs.begin(), signs.end(), 1.0f);
  EXPECT_EQ(plus + std::count(signs.begin(), signs.end(), -1.0f), 10'000);
  EXPECT_GT(plus, 4'800);
  EXPECT_LT(plus, 5'200);
  EXPECT_NE(signs, exact_row_signs(10'000, 2));
  EXPECT_EQ(signs, exact_row_signs(10'000, 1));
}

TEST(ExactRowSigns, OfARowChangeItsResultAndNothingElse) {
  Csr matrix = exact_matrix(std::vector<int>{3, 0, 2, 5, 1}, 7);
  const std::vector<float> x = exact_vector(5, 7);
  std::vector<float> want = spmv_reference(matrix, x);
  const std::vector<float> signs = exact_row_signs(5, 3);
  for (std::size_t row = 0; row < 5; ++row) {
    want[row] *= signs[row];
    for (auto e = static_cast<std::size_t>(matrix.row_ptr[row]);
         e < static_cast<std::size_t>(matrix.row_ptr[row + 1]); ++e) {
      matrix.val[e] *= signs[row];
    }
  }
  EXPECT_EQ(spmv_reference(matrix, x), want);
}

TEST(RunSeed, DiffersFromRunToRunAndFromSeedToSeed) {
  std::set<std::uint64_t> seeds;
  for (const std::uint64_t seed : {0u, 1u, 37u}) {
    for (std::size_t run = 0; run < 100; ++run) seeds.insert(run_seed(seed, run));
  }
  EXPECT_EQ(seeds.size(), 300u);
  EXPECT_EQ(run_seed(37, 5), run_seed(37, 5));
}

}  // namespace
}  // namespace rowsort
