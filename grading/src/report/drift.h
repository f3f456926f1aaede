#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "report/class_grades.h"

/// Whether the machine that graded a class stayed the same meanwhile. Grades of the reference that
/// were made in between show it.
namespace rowsort {

/// Shares: 0.02 is 2%. Fresh processes on one H200 repeat times and ratios of the reference within
/// 1% (reference/results/), so a run is off at twice that. A GPU's clock rate changes its times by
/// more; it cancels in the ratio.
inline constexpr double kRatioLimit = 0.02;
inline constexpr double kTimeLimit = 0.05;
inline constexpr std::size_t kRunsForTrend = 6;  ///< fewer runs on one device show no trend

/// One grade of the reference beside the others on its device.
struct CalibrationJudgement {
  std::optional<double> ratio;      ///< measured ratio / median of those of all runs, less 1
  std::optional<double> unsorted;   ///< the same for the median time of the unsorted order
  std::optional<double> submitted;  ///< and for that of the reference's order
  std::string off_because;          ///< empty: it is not off

  bool is_off() const { return !off_because.empty(); }
};

/// "+7.5%": a share with its sign.
std::string signed_percent(double share);

struct Drift {
  std::vector<CalibrationJudgement> runs;  ///< one for each run given
  std::vector<std::string> trends;         ///< one sentence each
  std::size_t compared = 0;                ///< runs with a ratio

  bool drifts() const;
  /// One or two sentences for a person.
  std::string verdict() const;
};

/// A run is off if it has no passing grade, if its ratio differs from the median over all runs on
/// the same device by more than kRatioLimit, or if one of its times differs by more than kTimeLimit.
/// A device with kRunsForTrend runs or more has a trend if the medians of its first and its
/// last third differ by more than these. `runs` are in the order of time.
Drift judge_drift(std::span<const CalibrationRun> runs);

/// Whether a row was graded while its device was off: the last run of the reference on that device
/// before it, or the first after it, is off. A run without a grade counts for every device, because
/// its device is unknown. False without a grade or a time.
std::vector<bool> graded_while_off(std::span<const ClassRow> rows,
                                   std::span<const CalibrationRun> runs, const Drift& drift);

}  // namespace rowsort
