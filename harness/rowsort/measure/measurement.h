#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "statistics.h"

/// How many pairs of runs to take, and what they show. Knows no GPU.
namespace rowsort {

/// One run of a kernel on a GPU.
struct TimedRun {
  float microseconds = 0;
  float megahertz = 0;  ///< mean clock rate of the multiprocessors around the run; 0: unknown

  bool operator==(const TimedRun&) const = default;
};

/// One run of each of the two kernels that are compared, one right after the other.
struct TimedPair {
  TimedRun unsorted;   ///< the harness's kernel on the original matrix
  TimedRun submitted;  ///< the submission's kernel on the matrix in its order

  bool operator==(const TimedPair&) const = default;
};

/// Runs of another kernel, timed for reference.
struct TimedSeries {
  std::string name;  ///< "floor", "cusparse_unsorted", ...
  std::vector<float> microseconds;
};

/// unsorted / submitted of each pair.
std::vector<double> paired_ratios(std::span<const TimedPair> pairs);

/// The microseconds of one side of the pairs.
std::vector<double> times_of(std::span<const TimedPair> pairs, TimedRun TimedPair::*side);

/// When to stop timing pairs, and when their ratio is inconclusive. Widths are shares of the
/// median.
struct StoppingCriterion {
  std::size_t min_pairs = 20;
  std::size_t max_pairs = 60;
  std::chrono::milliseconds budget{1000};  ///< no new pair begins after this time
  double confidence = 0.95;
  double narrow = 0.005;          ///< an interval this narrow stops the timing
  double wide = 0.05;             ///< a wider interval makes the ratio inconclusive
  double slow_clock = 0.95;       ///< a run below this share of the usual clock rate is dropped
  double max_dropped = 0.25;      ///< a larger share of dropped pairs means throttling
  double drift = 0.03;            ///< largest change of the ratio from the first to the last third
  double slower_baseline = 0.05;  ///< largest slowdown of the baseline once the submission ran
};

/// Whether there are enough pairs. Never below min_pairs within the budget; always at max_pairs and
/// when the budget is spent. In between, when the interval of the median ratio is narrow enough.
/// That is tested only once every 10 pairs: an interval whose width decides when to stop is right
/// less often than its confidence says.
bool enough_pairs(std::span<const TimedPair> pairs, std::chrono::milliseconds elapsed,
                  const StoppingCriterion& criterion);

/// What the pairs of a measurement show.
struct Measurement {
  std::size_t pairs = 0;             ///< all that were timed
  std::size_t dropped = 0;           ///< of them, those with a run at a low clock rate
  std::optional<double> ratio;       ///< median of unsorted / submitted over the pairs kept
  std::optional<Interval> interval;  ///< where the median of a new measurement lies
  double spread = 0;                 ///< 90% minus 10% quantile of the ratios, over their median
  std::optional<TwoModes> unsorted_modes;   ///< when the times are bimodal, microseconds
  std::optional<TwoModes> submitted_modes;  ///< when the times are bimodal, microseconds
  double usual_megahertz = 0;               ///< 90% quantile over all runs; 0: unknown
  std::optional<double> baseline_before;    ///< median microseconds before the submission ever ran
  bool slowed_baseline = false;             ///< the baseline got slower once the submission had run
  std::string inconclusive_because;         ///< one sentence; empty when the ratio is conclusive

  bool conclusive() const { return inconclusive_because.empty(); }
};

/// Judges pairs of runs. `before` are runs of the baseline from before the submission's first
/// launch; `other_processes` is how many other processes used the GPU.
///
/// A pair is dropped when the clock rate of one of its runs is below criterion.slow_clock of the
/// usual rate, the 90% quantile over all runs. The ratio is inconclusive for the first of these
/// reasons that holds:
/// - too many pairs were dropped;
/// - fewer than criterion.min_pairs are left;
/// - the baseline was slower between the submission's runs than before them;
/// - the times of either kernel are bimodal;
/// - the ratio drifts: has_trend(), and the medians of its first and its last third differ by more
///   than criterion.drift. A drift that both kernels share cancels in each pair;
/// - the interval is wider than criterion.wide.
Measurement evaluate(std::span<const TimedPair> pairs, std::span<const TimedRun> before,
                     std::size_t other_processes, const StoppingCriterion& criterion);

/// How many multiplies it takes until work done once, such as sorting, has paid for itself:
/// seconds_once / (time that each multiply saves), rounded up. `before` and `after` are the times
/// of one multiply in microseconds. Nothing when a multiply saves no time.
std::optional<double> multiplies_to_break_even(double seconds_once, double before, double after);

}  // namespace rowsort
