#include "official/hidden_variant.h"

#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/matrix/lane_slots.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace rowsort {
namespace {

TEST(HiddenVariant, TheSeedAloneDecides) {
  const TestCase first = hidden_case(5);
  const TestCase again = hidden_case(5);
  const TestCase other = hidden_case(6);
  EXPECT_EQ(first.matrix.col_idx, again.matrix.col_idx);
  EXPECT_EQ(first.matrix.val, again.matrix.val);
  EXPECT_EQ(first.x, again.x);
  EXPECT_NE(first.row_lengths, other.row_lengths);
  EXPECT_NE(shuffled_case(5).row_lengths, shuffled_case(6).row_lengths);
}

// A change of the code, or another standard library, could change these numbers. Then --seed would
// no longer repeat an earlier grade.
TEST(HiddenVariant, ASeedAlwaysGivesTheSameMatrix) {
  const TestCase hidden = hidden_case(1);
  EXPECT_EQ(hidden.matrix.rows(), 496'896u);
  EXPECT_EQ(hidden.matrix.nnz(), 8'549'198u);
  EXPECT_EQ(hidden.matrix.col_idx[0], 248'917);
}

// A submission must not be able to tell it from the published matrix by its shape.
TEST(HiddenVariant, TheShuffledVariantHasThePublishedShapeAndOtherContents) {
  const TestCase published = skewed_case(kPublishedSeed);
  const TestCase shuffled = shuffled_case(1);
  EXPECT_EQ(shuffled.matrix.rows(), published.matrix.rows());
  EXPECT_EQ(shuffled.matrix.cols, published.matrix.cols);
  EXPECT_EQ(shuffled.matrix.nnz(), published.matrix.nnz());
  EXPECT_EQ(lane_slots_thread_per_row(shuffled.row_lengths),
            lane_slots_thread_per_row(published.row_lengths));
  EXPECT_EQ(lane_slots_minimum(shuffled.row_lengths), lane_slots_minimum(published.row_lengths));
  EXPECT_NE(shuffled.row_lengths, published.row_lengths);
  EXPECT_NE(shuffled.matrix.col_idx, published.matrix.col_idx);
  EXPECT_NE(shuffled.matrix.val, published.matrix.val);
}

// Where textbook ascending order costs no points on the published matrix, it must not cost any here.
TEST(HiddenVariant, AscendingOrderNeedsAsFewLaneSlotsAsDescending) {
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    std::vector<int> lengths = hidden_case(seed).row_lengths;
    std::sort(lengths.begin(), lengths.end());
    EXPECT_EQ(lane_slots_thread_per_row(lengths), lane_slots_minimum(lengths)) << "seed " << seed;
  }
}

TEST(HiddenVariant, EveryRowIsExactInFloat32) {
  const TestCase hidden = hidden_case(9);
  const auto [shortest, longest] =
      std::minmax_element(hidden.row_lengths.begin(), hidden.row_lengths.end());
  EXPECT_EQ(*shortest, 1);
  EXPECT_EQ(*longest, kMaxExactRowLength);
  for (const int column : hidden.matrix.col_idx) {
    ASSERT_GE(column, 0);
    ASSERT_LT(static_cast<std::size_t>(column), hidden.matrix.cols);
  }
}

TEST(HiddenVariant, FreshSeedsDifferAndFitIntoADouble) {
  const std::uint64_t first = fresh_seed();
  EXPECT_NE(first, fresh_seed());
  EXPECT_LT(first, std::uint64_t{1} << 53);
}

}  // namespace
}  // namespace rowsort
