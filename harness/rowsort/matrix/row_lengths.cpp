#include "row_lengths.h"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>

namespace rowsort {
namespace {

// Bin 0 is length 0, bin b > 0 the lengths with b significant bits: 1, 2..3, 4..7, ...
int power_of_two_bin(int length) {
  return static_cast<int>(std::bit_width(static_cast<unsigned>(length)));
}

HistogramBin power_of_two_bounds(int bin) {
  if (bin == 0) return {0, 0, 0};
  return {1 << (bin - 1), static_cast<int>((1u << bin) - 1), 0};
}

std::vector<HistogramBin> histogram_of(const std::map<int, std::size_t>& rows_by_length) {
  std::map<int, HistogramBin> bins;
  const bool exact = rows_by_length.size() <= kMaxExactBins;
  for (const auto& [length, rows] : rows_by_length) {
    const int key = exact ? length : power_of_two_bin(length);
    const HistogramBin empty = exact ? HistogramBin{length, length, 0} : power_of_two_bounds(key);
    bins.try_emplace(key, empty).first->second.rows += rows;
  }
  std::vector<HistogramBin> histogram;
  histogram.reserve(bins.size());
  for (const auto& [key, bin] : bins) histogram.push_back(bin);
  return histogram;
}

}  // namespace

std::vector<int> row_lengths(const CsrView& matrix) {
  std::vector<int> lengths(matrix.rows());
  for (std::size_t row = 0; row < lengths.size(); ++row) lengths[row] = matrix.row_length(row);
  return lengths;
}

std::vector<int> row_lengths_in_order(std::span<const int> row_lengths,
                                      std::span<const int> order) {
  std::vector<int> lengths(order.size());
  std::transform(order.begin(), order.end(), lengths.begin(),
                 [&](int row) { return row_lengths[static_cast<std::size_t>(row)]; });
  return lengths;
}

RowLengthStatistics row_length_statistics(std::span<const int> row_lengths) {
  if (row_lengths.empty()) return {};
  std::map<int, std::size_t> rows_by_length;
  for (const int length : row_lengths) ++rows_by_length[length];
  const auto total = std::accumulate(row_lengths.begin(), row_lengths.end(), std::int64_t{0});
  return {rows_by_length.begin()->first, rows_by_length.rbegin()->first,
          static_cast<double>(total) / static_cast<double>(row_lengths.size()),
          histogram_of(rows_by_length)};
}

}  // namespace rowsort
