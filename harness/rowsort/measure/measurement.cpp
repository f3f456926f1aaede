#include "measurement.h"

#include "rowsort/text.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace rowsort {
namespace {

constexpr std::size_t kPairsBetweenLooks = 10;
constexpr double kUsualClock = 0.9;

std::string microseconds(double time) {
  return fixed(time, 1) + " us";
}

// The 90% quantile of all clock rates; 0 where none is known.
double usual_clock(std::span<const TimedPair> pairs) {
  std::vector<double> rates;
  for (const TimedPair& pair : pairs) {
    for (const TimedRun& run : {pair.unsorted, pair.submitted}) {
      if (run.megahertz > 0) rates.push_back(static_cast<double>(run.megahertz));
    }
  }
  return rates.empty() ? 0 : quantile(std::move(rates), kUsualClock);
}

bool is_slow(const TimedRun& run, double least_megahertz) {
  return run.megahertz > 0 && static_cast<double>(run.megahertz) < least_megahertz;
}

std::vector<TimedPair> at_usual_clock(std::span<const TimedPair> pairs, double least_megahertz) {
  std::vector<TimedPair> kept;
  std::copy_if(pairs.begin(), pairs.end(), std::back_inserter(kept), [&](const TimedPair& pair) {
    return !is_slow(pair.unsorted, least_megahertz) && !is_slow(pair.submitted, least_megahertz);
  });
  return kept;
}

std::optional<double> median_time(std::span<const TimedRun> runs) {
  if (runs.empty()) return std::nullopt;
  std::vector<double> times;
  for (const TimedRun& run : runs) times.push_back(static_cast<double>(run.microseconds));
  return median(std::move(times));
}

std::string modes_text(const char* kernel, const TwoModes& modes) {
  return std::string("the times of ") + kernel + " have two modes, " + microseconds(modes.low) +
         " and " + microseconds(modes.high) + " (" + percent(modes.high_share) + " of the runs)";
}

// By what share the median of the last third of the ratios differs from that of the first.
double drift(const std::vector<double>& ratios) {
  const auto third = static_cast<std::ptrdiff_t>(ratios.size() / 3);
  const double first = median({ratios.begin(), ratios.begin() + third});
  const double last = median({ratios.end() - third, ratios.end()});
  return last / first - 1;
}

// Why the ratio is inconclusive; empty when it is conclusive. `ratios` are those of the pairs kept.
std::string inconclusive_reason(const Measurement& m, const std::vector<double>& ratios,
                                const StoppingCriterion& criterion) {
  if (static_cast<double>(m.dropped) > criterion.max_dropped * static_cast<double>(m.pairs)) {
    return counted(m.dropped, "pair") + " of " + grouped(m.pairs) + " ran below " +
           percent(criterion.slow_clock) + " of the usual clock rate of " +
           fixed(m.usual_megahertz, 0) + " MHz: the GPU is throttled";
  }
  if (m.pairs - m.dropped < criterion.min_pairs) {
    return "only " + counted(m.pairs - m.dropped, "pair") + " of runs could be used; " +
           grouped(criterion.min_pairs) + " are needed";
  }
  if (m.slowed_baseline) {
    return "the baseline took " + microseconds(*m.baseline_before) +
           " before the submission ran, and more than " + percent(criterion.slower_baseline) +
           " longer between its runs";
  }
  if (m.unsorted_modes) return modes_text("the unsorted runs", *m.unsorted_modes);
  if (m.submitted_modes) return modes_text("the submission", *m.submitted_modes);
  if (has_trend(ratios) && std::abs(drift(ratios)) > criterion.drift) {
    return "the ratio drifted by " + percent(drift(ratios)) + " while it was measured";
  }
  if (!m.interval) return "there are too few pairs for an interval";
  if (m.interval->width() > criterion.wide * *m.ratio) {
    return "its " + percent(criterion.confidence) + " interval is " +
           percent(m.interval->width() / *m.ratio) + " wide, more than " + percent(criterion.wide);
  }
  return {};
}

}  // namespace

std::vector<double> paired_ratios(std::span<const TimedPair> pairs) {
  std::vector<double> ratios;
  ratios.reserve(pairs.size());
  for (const TimedPair& pair : pairs) {
    ratios.push_back(static_cast<double>(pair.unsorted.microseconds) /
                     static_cast<double>(pair.submitted.microseconds));
  }
  return ratios;
}

std::vector<double> times_of(std::span<const TimedPair> pairs, TimedRun TimedPair::*side) {
  std::vector<double> times;
  times.reserve(pairs.size());
  for (const TimedPair& pair : pairs) {
    times.push_back(static_cast<double>((pair.*side).microseconds));
  }
  return times;
}

bool enough_pairs(std::span<const TimedPair> pairs, std::chrono::milliseconds elapsed,
                  const StoppingCriterion& criterion) {
  if (pairs.size() >= criterion.max_pairs || elapsed >= criterion.budget) return true;
  if (pairs.size() < criterion.min_pairs || pairs.size() % kPairsBetweenLooks != 0) return false;
  const std::vector<double> ratios = paired_ratios(pairs);
  const auto interval = median_prediction_interval(ratios, criterion.confidence);
  return interval && interval->width() <= criterion.narrow * median(ratios);
}

Measurement evaluate(std::span<const TimedPair> pairs, std::span<const TimedRun> before,
                     std::size_t other_processes, const StoppingCriterion& criterion) {
  Measurement result;
  result.pairs = pairs.size();
  result.usual_megahertz = usual_clock(pairs);
  const std::vector<TimedPair> kept =
      at_usual_clock(pairs, criterion.slow_clock * result.usual_megahertz);
  result.dropped = pairs.size() - kept.size();
  result.baseline_before = median_time(before);
  const std::vector<double> ratios = paired_ratios(kept);
  if (!kept.empty()) {
    const std::vector<double> unsorted = times_of(kept, &TimedPair::unsorted);
    result.ratio = median(ratios);
    result.interval = median_prediction_interval(ratios, criterion.confidence);
    result.spread = (quantile(ratios, 0.9) - quantile(ratios, 0.1)) / *result.ratio;
    result.unsorted_modes = find_two_modes(unsorted);
    result.submitted_modes = find_two_modes(times_of(kept, &TimedPair::submitted));
    result.slowed_baseline =
        result.baseline_before &&
        median(unsorted) > (1 + criterion.slower_baseline) * *result.baseline_before;
  }
  result.inconclusive_because = inconclusive_reason(result, ratios, criterion);
  if (!result.conclusive() && other_processes > 0) {
    result.inconclusive_because += "; " + grouped(other_processes) +
                                   (other_processes == 1 ? " other process" : " other processes") +
                                   " used the GPU";
  }
  return result;
}

std::optional<double> multiplies_to_break_even(double seconds_once, double before, double after) {
  if (!(after < before)) return std::nullopt;
  return std::ceil(1e6 * seconds_once / (before - after));
}

}  // namespace rowsort
