#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "csr_view.h"

namespace rowsort {

/// Number of nonzeros of each row.
std::vector<int> row_lengths(const CsrView& matrix);

/// Number of nonzeros of each stored position when the rows are stored in the given order.
std::vector<int> row_lengths_in_order(std::span<const int> row_lengths, std::span<const int> order);

/// One bar of a row-length histogram: rows with lengths from `shortest` to `longest`, both
/// included.
struct HistogramBin {
  int shortest = 0;
  int longest = 0;
  std::size_t rows = 0;

  bool operator==(const HistogramBin&) const = default;
};

struct RowLengthStatistics {
  int min = 0;
  int max = 0;
  double mean = 0;
  /// In rising order, without empty bins. One bin for each length when there are at most
  /// kMaxExactBins different lengths; otherwise 0, 1, 2..3, 4..7, 8..15, ...
  std::vector<HistogramBin> histogram;
};

inline constexpr std::size_t kMaxExactBins = 12;

/// Statistics of the row lengths; all zero and no bins for a matrix without rows. O(rows log bins).
RowLengthStatistics row_length_statistics(std::span<const int> row_lengths);

}  // namespace rowsort
