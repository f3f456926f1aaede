#pragma once

#include <cstdint>
#include <span>

/// Lane-slot arithmetic: how many lane-iterations a kernel issues, from the row lengths alone.
///
/// A lane-slot is one lane of one warp on one loop iteration, whether or not that lane has a
/// nonzero. The 32 lanes of a warp step together until the last one is done, so a warp issues 32
/// times the longest trip count among its lanes. A partial last warp counts 32 lanes: the hardware
/// issues a whole warp.
namespace rowsort {

/// One thread per row: rows 32w to 32w + 31, in the sequence given, share warp w and issue
/// 32 * (longest of their lengths).
std::uint64_t lane_slots_thread_per_row(std::span<const int> row_lengths);

/// One warp per row: a row of length n takes ceil(n / 32) passes of 32 lanes.
std::uint64_t lane_slots_warp_per_row(std::span<const int> row_lengths);

/// Fewest lane-slots that one thread per row can issue, over all orders of these rows: those of the
/// descending order. (The k-th warp's longest row is at least the (32k + 1)-th longest row of the
/// matrix, whatever the order, when warps are taken by falling maximum; descending order meets that
/// bound for every warp. Ascending order may not, when the row count is no multiple of 32.) O(rows
/// log rows).
std::uint64_t lane_slots_minimum(std::span<const int> row_lengths);

/// Share of the lane-slots that have a nonzero to work on: nonzeros / lane_slots, from 0 to 1.
/// 1 when there are no lane-slots at all.
double useful_share(std::uint64_t nonzeros, std::uint64_t lane_slots);

}  // namespace rowsort
