#include "statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace rowsort {
namespace {

constexpr double kModeShare = 0.10;
constexpr std::size_t kModeSamples = 3;
constexpr double kModeDistance = 0.05;
constexpr double kModeSeparation = 6.0;
constexpr double kTrend = 3.29;

double log_binomial(std::size_t n, std::size_t k) {
  const auto log_factorial = [](std::size_t m) { return std::lgamma(static_cast<double>(m) + 1); };
  return log_factorial(n) - log_factorial(k) - log_factorial(n - k);
}

// P(at least half of n more values are below the k-th smallest of n values).
double other_median_below(std::size_t n, std::size_t k) {
  double probability = 0;
  for (std::size_t i = (n + 1) / 2; i <= n; ++i) {
    probability += std::exp(log_binomial(i + k - 1, i) + log_binomial(2 * n - i - k, n - i) -
                            log_binomial(2 * n, n));
  }
  return probability;
}

// The k of median_prediction_interval(); 0 when there is none.
std::size_t prediction_rank(std::size_t n, double confidence) {
  std::size_t k = 0;
  while (2 * (k + 1) <= n && 2 * other_median_below(n, k + 1) <= 1 - confidence) ++k;
  return k;
}

double sum_of_squares(std::span<const double> values, double mean) {
  return std::accumulate(values.begin(), values.end(), 0.0, [mean](double sum, double value) {
    return sum + (value - mean) * (value - mean);
  });
}

double mean_of(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

struct Split {
  std::span<const double> low;
  std::span<const double> high;
  double squares = 0;  // within the two groups
};

// The best of all splits of sorted values. O(n^2), n being a few dozen.
Split best_split(std::span<const double> sorted) {
  Split best;
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    Split split{sorted.first(i), sorted.subspan(i), 0};
    split.squares = sum_of_squares(split.low, mean_of(split.low)) +
                    sum_of_squares(split.high, mean_of(split.high));
    if (i == 1 || split.squares < best.squares) best = split;
  }
  return best;
}

}  // namespace

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 != 0) return *middle;
  return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

double quantile(std::vector<double> values, double p) {
  std::sort(values.begin(), values.end());
  const double place = p * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return std::lerp(values[below], values[above], place - static_cast<double>(below));
}

std::optional<Interval> median_prediction_interval(std::vector<double> values, double confidence) {
  const std::size_t k = prediction_rank(values.size(), confidence);
  if (k == 0) return std::nullopt;
  std::sort(values.begin(), values.end());
  return Interval{values[k - 1], values[values.size() - k]};
}

std::optional<TwoModes> find_two_modes(std::vector<double> values) {
  const auto n = static_cast<double>(values.size());
  if (values.size() < 2 * kModeSamples) return std::nullopt;
  std::sort(values.begin(), values.end());
  const Split split = best_split(values);
  const std::size_t smaller = std::min(split.low.size(), split.high.size());
  const double distance = mean_of(split.high) - mean_of(split.low);
  const double deviation = std::sqrt(split.squares / (n - 2));
  if (smaller < kModeSamples || static_cast<double>(smaller) < kModeShare * n) return std::nullopt;
  if (distance < kModeDistance * median(values)) return std::nullopt;
  if (distance < kModeSeparation * deviation) return std::nullopt;
  return TwoModes{median({split.low.begin(), split.low.end()}),
                  median({split.high.begin(), split.high.end()}),
                  static_cast<double>(split.high.size()) / n};
}

bool has_trend(std::span<const double> values) {
  const auto n = static_cast<double>(values.size());
  if (values.size() < 4) return false;
  double rises = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = i + 1; j < values.size(); ++j) {
      rises +=
          static_cast<double>(values[j] > values[i]) - static_cast<double>(values[j] < values[i]);
    }
  }
  // With the correction for continuity; ties only make the test more cautious.
  const double deviation = std::sqrt(n * (n - 1) * (2 * n + 5) / 18);
  return std::max(std::abs(rises) - 1, 0.0) / deviation > kTrend;
}

}  // namespace rowsort
