#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// What the figures show of warps, from the row lengths in the sequence in which rows are stored.
namespace rowsort::page {

/// Longest row of each warp of 32 rows: the loop iterations that the warp runs.
std::vector<int> trip_counts(std::span<const int> row_lengths);

/// The row lengths of one warp; fewer than 32 for a partial last one.
std::span<const int> rows_of_warp(std::span<const int> row_lengths, std::size_t warp);

/// What one warp issues, and how much of it has a nonzero.
struct WarpSlots {
  std::uint64_t issued = 0;
  std::uint64_t useful = 0;
};
WarpSlots warp_slots(std::span<const int> rows);

/// "13,408 lane-slots issued, 512 of them useful (3.8%)".
std::string describe(const WarpSlots& slots);

/// Neighbouring items that are shown as one: `first` to `last`, both included.
struct Range {
  std::size_t first = 0;
  std::size_t last = 0;

  bool operator==(const Range&) const = default;
};

/// Splits `count` items into at most `most` ranges whose sizes differ by one at most.
std::vector<Range> split_evenly(std::size_t count, std::size_t most);

/// "7", or "0 to 63".
std::string describe(const Range& range);

/// Largest value of each range.
std::vector<int> maxima(std::span<const int> values, std::span<const Range> ranges);

/// How many of the numbers (rising, all within the ranges) lie in each range.
std::vector<std::size_t> count_in(std::span<const Range> ranges, std::span<const int> numbers);

}  // namespace rowsort::page
