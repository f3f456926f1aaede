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

// 0 where no run knows its rate.
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

// How far the median of the last third of the ratios lies from that of the first, as a share.
double drift(const std::vector<double>& ratios) {
  const auto third = static_cast<std::ptrdiff_t>(ratios.size() / 3);
  const double first = median({ratios.begin(), ratios.begin() + third});
  const double last = median({ratios.end() - third, ratios.end()});
  return last / first - 1;
}

class Judgement {
 public:
  Judgement(const Measurement& measurement, const std::vector<double>& ratios,
            const StoppingCriterion& rule)
      : m_(measurement), ratios_(ratios), rule_(rule) {}

  // Why the ratio decides nothing; empty when it does.
  std::string reason() const {
    if (static_cast<double>(m_.dropped) > rule_.max_dropped * static_cast<double>(m_.pairs)) {
      return counted(m_.dropped, "pair") + " of " + grouped(m_.pairs) + " ran below " +
             percent(rule_.slow_clock) + " of the usual clock rate of " +
             fixed(m_.usual_megahertz, 0) + " MHz: the GPU is throttled";
    }
    if (m_.pairs - m_.dropped < rule_.min_pairs) {
      return "only " + counted(m_.pairs - m_.dropped, "pair") + " of runs could be used, " +
             grouped(rule_.min_pairs) + " are needed";
    }
    if (m_.slowed_baseline) return slowed_text();
    if (m_.unsorted_modes) return modes_text("the unsorted runs", *m_.unsorted_modes);
    if (m_.submitted_modes) return modes_text("the submission", *m_.submitted_modes);
    if (has_trend(ratios_) && std::abs(drift(ratios_)) > rule_.drift) {
      return "the ratio drifted by " + percent(drift(ratios_)) + " while it was measured";
    }
    if (!m_.interval || m_.interval->width() > rule_.wide * *m_.ratio) return wide_text();
    return {};
  }

 private:
  std::string slowed_text() const {
    return "the baseline took " + microseconds(*m_.baseline_before) +
           " before the submission ran and more than " + percent(rule_.slower_baseline) +
           " longer beside it";
  }

  std::string wide_text() const {
    if (!m_.interval) return "there are too few pairs for an interval";
    return "its " + percent(rule_.confidence) + " interval is " +
           percent(m_.interval->width() / *m_.ratio) + " wide, more than " + percent(rule_.wide);
  }

  const Measurement& m_;
  const std::vector<double>& ratios_;
  const StoppingCriterion& rule_;
};

}  // namespace

bool enough_pairs(std::span<const TimedPair> pairs, std::chrono::milliseconds elapsed,
                  const StoppingCriterion& rule) {
  if (pairs.size() >= rule.max_pairs || elapsed >= rule.budget) return true;
  if (pairs.size() < rule.min_pairs || pairs.size() % kPairsBetweenLooks != 0) return false;
  const std::vector<double> ratios = paired_ratios(pairs);
  const auto interval = median_prediction_interval(ratios, rule.confidence);
  return interval && interval->width() <= rule.narrow * median(ratios);
}

Measurement evaluate(std::span<const TimedPair> pairs, std::span<const TimedRun> before,
                     std::size_t other_processes, const StoppingCriterion& rule) {
  Measurement result;
  result.pairs = pairs.size();
  result.usual_megahertz = usual_clock(pairs);
  const std::vector<TimedPair> kept =
      at_usual_clock(pairs, rule.slow_clock * result.usual_megahertz);
  result.dropped = pairs.size() - kept.size();
  result.baseline_before = median_time(before);
  const std::vector<double> ratios = paired_ratios(kept);
  if (!kept.empty()) {
    const std::vector<double> unsorted = times_of(kept, &TimedPair::unsorted);
    result.ratio = median(ratios);
    result.interval = median_prediction_interval(ratios, rule.confidence);
    result.spread = (quantile(ratios, 0.9) - quantile(ratios, 0.1)) / *result.ratio;
    result.unsorted_modes = find_two_modes(unsorted);
    result.submitted_modes = find_two_modes(times_of(kept, &TimedPair::submitted));
    result.slowed_baseline =
        result.baseline_before &&
        median(unsorted) > (1 + rule.slower_baseline) * *result.baseline_before;
  }
  result.inconclusive_because = Judgement(result, ratios, rule).reason();
  if (!result.conclusive() && other_processes > 0) {
    result.inconclusive_because += "; " + grouped(other_processes) +
                                   (other_processes == 1 ? " other process" : " other processes") +
                                   " had the GPU";
  }
  return result;
}

}  // namespace rowsort
