#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace rowsort::page {

/// What the page's script draws lane diagrams of other warps from, as JSON:
///
///     {"warps": 16384, "patterns": [[3, 3, ..., 419], ...], "runs": [[first, count, pattern],
///     ...]}
///
/// A pattern is the row lengths of one warp, a run the `count` warps from `first` that all have
/// this pattern, in rising order. Every warp is in a run where that takes at most about `budget`
/// bytes; else every 2nd, 4th, 8th, ... warp is, and `kept` too, a warp that is always there.
/// O(rows).
std::string warp_data(std::span<const int> row_lengths, std::size_t kept, std::size_t budget);

}  // namespace rowsort::page
