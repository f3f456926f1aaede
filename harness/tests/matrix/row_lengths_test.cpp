#include "rowsort/matrix/row_lengths.h"

#include "rowsort/matrix/exact_inputs.h"

#include <limits>
#include <numeric>

#include <gtest/gtest.h>

namespace rowsort {
namespace {

using Bins = std::vector<HistogramBin>;

TEST(RowLengths, AreTheDifferencesOfRowPtr) {
  const Csr matrix = {4, {0, 2, 2, 3, 6}, {0, 3, 1, 0, 1, 3}, std::vector<float>(6, 1)};
  EXPECT_EQ(row_lengths(matrix), (std::vector<int>{2, 0, 1, 3}));
  EXPECT_EQ(row_lengths(Csr{}), std::vector<int>{});
}

TEST(RowLengths, InOrderFollowTheOrderAndNotItsInverse) {
  const std::vector<int> lengths = {10, 20, 30, 40};
  const std::vector<int> order = {2, 0, 3, 1};
  EXPECT_EQ(row_lengths_in_order(lengths, order), (std::vector<int>{30, 10, 40, 20}));
}

TEST(RowLengthStatistics, OfNoRowsAreZeroWithoutBins) {
  const auto statistics = row_length_statistics({});
  EXPECT_EQ(statistics.min, 0);
  EXPECT_EQ(statistics.max, 0);
  EXPECT_EQ(statistics.mean, 0);
  EXPECT_EQ(statistics.histogram, Bins{});
}

TEST(RowLengthStatistics, OfTheSkewedMatrixHaveItsTwoLengths) {
  const auto statistics = row_length_statistics(skewed_row_lengths());
  EXPECT_EQ(statistics.min, 3);
  EXPECT_EQ(statistics.max, 419);
  EXPECT_EQ(statistics.mean, 16.0);
  EXPECT_EQ(statistics.histogram, (Bins{{3, 3, 507904}, {419, 419, 16384}}));
}

TEST(RowLengthStatistics, OfTheEvenMatrixHaveOneBin) {
  const auto statistics = row_length_statistics(even_row_lengths());
  EXPECT_EQ(statistics.min, 16);
  EXPECT_EQ(statistics.max, 16);
  EXPECT_EQ(statistics.mean, 16.0);
  EXPECT_EQ(statistics.histogram, (Bins{{16, 16, 524288}}));
}

TEST(RowLengthStatistics, KeepOneBinPerLengthUpToTwelveLengths) {
  std::vector<int> lengths(12);
  std::iota(lengths.begin(), lengths.end(), 0);
  lengths.push_back(5);
  const auto histogram = row_length_statistics(lengths).histogram;
  ASSERT_EQ(histogram.size(), 12u);
  EXPECT_EQ(histogram[0], (HistogramBin{0, 0, 1}));
  EXPECT_EQ(histogram[5], (HistogramBin{5, 5, 2}));
  EXPECT_EQ(histogram[11], (HistogramBin{11, 11, 1}));
}

TEST(RowLengthStatistics, UsePowerOfTwoBinsFromThirteenLengthsOn) {
  std::vector<int> lengths(13);
  std::iota(lengths.begin(), lengths.end(), 0);
  EXPECT_EQ(row_length_statistics(lengths).histogram,
            (Bins{{0, 0, 1}, {1, 1, 1}, {2, 3, 2}, {4, 7, 4}, {8, 15, 5}}));
}

TEST(RowLengthStatistics, LeaveOutEmptyPowerOfTwoBinsAndReachTheLargestInt) {
  std::vector<int> lengths(13);
  std::iota(lengths.begin(), lengths.end(), 16);
  lengths.push_back(std::numeric_limits<int>::max());
  const auto statistics = row_length_statistics(lengths);
  EXPECT_EQ(statistics.histogram,
            (Bins{{16, 31, 13}, {1 << 30, std::numeric_limits<int>::max(), 1}}));
}

TEST(RowLengthStatistics, MeanDoesNotOverflow32Bits) {
  const std::vector<int> lengths(4, std::numeric_limits<int>::max());
  EXPECT_EQ(row_length_statistics(lengths).mean, 2147483647.0);
}

}  // namespace
}  // namespace rowsort
