#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "grade.h"

/// Figures that follow from what was timed and counted beside the pairs.
namespace rowsort {

/// Median of a series, microseconds; nothing when it was not timed.
std::optional<double> median_of(const TimingSamples& samples, std::string_view series);

/// Median of one side of the timed pairs, microseconds; nothing without pairs.
std::optional<double> median_time(const Grade& grade, TimedRun TimedPair::*side);

/// What the measured ratio's interval and judgement say; nothing where no ratio was measured.
std::optional<Interval> measured_interval(const Grade& grade);
std::optional<bool> is_conclusive(const Grade& grade);

/// "NVIDIA H200", or nothing without a device.
std::string device_name(const Grade& grade);

/// Whether the times of either kernel have two modes.
bool is_bimodal(const Grade& grade);

/// The floor's bytes per time as a share of the copy's.
double floor_share_of_copy(const Grade& grade);

/// Multiplies that pay for sort_rows and rebuild, against the harness's kernel on the unsorted
/// matrix; nothing when the submission is no faster, so that it never pays.
struct BreakEven {
  std::optional<double> in_order;        ///< with y left in the submitted order
  std::optional<double> with_unpermute;  ///< with y put back after each multiply
};
BreakEven break_even_of(const Grade& grade);

/// Lane-slots as the GPU stepped through them, for a kernel that loads row_ptr twice in each warp
/// and then col_idx, val and x in each step, as the lesson's does: 32 (load requests - 2 warps)
/// / 3. Nothing when that is not a whole number: the kernel then has other loads.
std::optional<std::uint64_t> lane_slots_on_gpu(const std::optional<HardwareCounters>& counters,
                                               std::size_t rows);

}  // namespace rowsort
