#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// What the charts show of warps. Row lengths are in the sequence in which the rows are stored.
namespace rowsort::page {

/// Longest row of each warp of 32 rows: the loop iterations that the warp runs.
std::vector<int> trip_counts(std::span<const int> row_lengths);

/// The row lengths of one warp; fewer than 32 for a partial last one.
std::span<const int> rows_of_warp(std::span<const int> row_lengths, std::size_t warp);

/// The lane-slots that one warp issues, and how many of them have a nonzero.
struct WarpSlots {
  std::uint64_t issued = 0;
  std::uint64_t useful = 0;
};
WarpSlots warp_slots(std::span<const int> rows);

/// "13,408 lane-slots issued, 512 of them useful (3.8%)".
std::string describe(const WarpSlots& slots);

/// The same sentence with these texts as its numbers, for a script that fills in others.
std::string slots_text(const std::string& issued, const std::string& useful,
                       const std::string& percentage);

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
std::vector<int> count_in(std::span<const Range> ranges, std::span<const int> numbers);

/// The data from which page.js draws lane charts of other warps, as JSON:
///
///     {"warps": 16384, "patterns": [[3, 3, ..., 419], ...],
///      "runs": [[first, count, pattern], ...]}
///
/// A pattern is the row lengths of one warp. A run is the `count` warps from `first` that all have
/// this pattern; runs are in rising order. Every warp is in a run if that takes at most about
/// `budget` bytes. Otherwise only every 2nd, 4th, 8th, ... warp is, and always the warp `kept`.
/// O(rows).
std::string warp_data(std::span<const int> row_lengths, std::size_t kept, std::size_t budget);

}  // namespace rowsort::page
