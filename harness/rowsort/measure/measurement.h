#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "statistics.h"
#include "timed_run.h"

/// How many pairs of runs to take, and what they come to. Knows no GPU.
namespace rowsort {

/// The method's parameters; widths are shares of the median.
struct StoppingCriterion {
  std::size_t min_pairs = 20;
  std::size_t max_pairs = 60;
  std::chrono::milliseconds budget{1000};  ///< no new pair is begun after this time
  double confidence = 0.95;
  double narrow = 0.005;          ///< an interval of this width is narrow enough to stop
  double wide = 0.05;             ///< a wider one decides nothing
  double slow_clock = 0.95;       ///< a run below this share of the usual clock rate is dropped
  double max_dropped = 0.25;      ///< more dropped pairs than this share of all: throttled
  double drift = 0.03;            ///< a trend from the first to the last third beyond this is one
  double slower_baseline = 0.05;  ///< beside the submission against before it
};

/// Whether the pairs so far are enough: never below min_pairs within the budget, always at
/// max_pairs and when the budget is spent; between, when the interval of the median ratio is narrow
/// enough, which is looked at once every 10 pairs only, because an interval that may stop when it
/// pleases holds less often than it says.
bool enough_pairs(std::span<const TimedPair> pairs, std::chrono::milliseconds elapsed,
                  const StoppingCriterion& rule);

/// What the pairs of a measurement come to.
struct Measurement {
  std::size_t pairs = 0;    ///< all that were timed
  std::size_t dropped = 0;  ///< of them, those with a run at a clearly lower clock rate than usual
  std::optional<double> ratio;       ///< median of unsorted / submitted over the pairs kept
  std::optional<Interval> interval;  ///< where the median of a fresh measurement lies
  double spread =
      0;  ///< of the ratios: from their 10% to their 90% quantile, as a share of the median
  std::optional<TwoModes> unsorted_modes;   ///< when the times are bimodal, microseconds
  std::optional<TwoModes> submitted_modes;  ///< when the times are bimodal, microseconds
  double usual_megahertz = 0;               ///< 90% quantile over all runs; 0: unknown
  std::optional<double> baseline_before;    ///< median microseconds before the submission ever ran
  bool slowed_baseline = false;             ///< the baseline got slower once the submission had run
  std::string inconclusive_because;         ///< one sentence; empty when the ratio is conclusive

  bool conclusive() const { return inconclusive_because.empty(); }
};

/// Judges pairs of runs. `before` are runs of the baseline from before the submission's first
/// launch; `other_processes` is how many other processes had the GPU.
///
/// A pair is dropped when the clock rate of one of its runs is below rule.slow_clock of the usual
/// one, the 90% quantile over all runs. The ratio is inconclusive, in this order, when too many
/// pairs were dropped, fewer than rule.min_pairs are left, the baseline was slower beside the
/// submission than before it, the times of either kernel are bimodal, the ratio drifts (has_trend()
/// and more than rule.drift between the medians of the first and the last third), or the interval
/// is wider than rule.wide. A drift that both kernels share is none: it cancels in each pair.
Measurement evaluate(std::span<const TimedPair> pairs, std::span<const TimedRun> before,
                     std::size_t other_processes, const StoppingCriterion& rule);

}  // namespace rowsort
