#pragma once

#include <cstdint>
#include <span>

/// Lane-slot arithmetic: how many lane-iterations a kernel issues, from the row lengths alone.
///
/// A lane-slot is one lane of one warp in one loop iteration, whether or not that lane has a
/// nonzero. The 32 lanes of a warp step together until the last one is done. So a warp issues 32
/// times the longest trip count among its lanes. A partial last warp also counts 32 lanes, because
/// the hardware issues whole warps.
namespace rowsort {

/// One thread per row: rows 32w to 32w + 31, in the order given, share warp w and issue
/// 32 * (longest of their lengths).
std::uint64_t lane_slots_thread_per_row(std::span<const int> row_lengths);

/// One warp per row: a row of length n takes ceil(n / 32) passes of 32 lanes.
std::uint64_t lane_slots_warp_per_row(std::span<const int> row_lengths);

/// The fewest lane-slots that one thread per row can issue, over all orders of these rows. The
/// descending order reaches it. Proof: take the warps of any order by falling maximum, and count
/// them from 0. The longest row of warp k is at least the (32k + 1)-th longest row of the matrix.
/// Descending order meets that bound in every warp. Ascending order may not, when the number of
/// rows is not a multiple of 32. O(rows log rows).
std::uint64_t lane_slots_minimum(std::span<const int> row_lengths);

/// Share of the lane-slots that have a nonzero to work on: nonzeros / lane_slots, from 0 to 1.
/// 1 when there are no lane-slots.
double useful_share(std::uint64_t nonzeros, std::uint64_t lane_slots);

}  // namespace rowsort
