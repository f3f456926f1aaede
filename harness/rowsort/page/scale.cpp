#include "scale.h"

#include "rowsort/text.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace rowsort::page {
namespace {

constexpr double kMostSteps = 5;

double step_for(double range, bool whole) {
  const double least = range / kMostSteps;
  const double power = std::pow(10, std::floor(std::log10(least)));
  double step = 10 * power;
  for (const double factor : {5.0, 2.0, 1.0}) {
    if (factor * power >= least) step = factor * power;
  }
  return whole ? std::max(1.0, step) : step;
}

std::string scaled(double value, const char* unit) {
  return shortest(std::round(100 * value) / 100) + unit;
}

}  // namespace

Scale Scale::linear(double largest, double length, bool whole) {
  if (!(largest > 0)) largest = 1;
  const double step = step_for(largest, whole);
  const int steps = static_cast<int>(std::ceil(largest / step));
  std::vector<double> marks;
  for (int i = 0; i <= steps; ++i) marks.push_back(i * step);
  return {false, 0, marks.back(), length, marks};
}

Scale Scale::between(double low, double high, double length) {
  if (!(high > low)) high = low + 1;
  const double step = step_for(high - low, true);
  std::vector<double> marks;
  const double first = std::ceil(low / step) + 0.0;  // 0, not -0
  for (double i = first; i * step <= high; ++i) marks.push_back(i * step);
  return {false, low, high, length, marks};
}

Scale Scale::logarithmic(double smallest, double largest, double length) {
  const int first = static_cast<int>(std::ceil(std::log10(smallest))) - 1;
  const int last = std::max(first + 1, static_cast<int>(std::ceil(std::log10(largest))));
  std::vector<double> marks;
  for (int power = first; power <= last; ++power) marks.push_back(std::pow(10, power));
  return {true, marks.front(), marks.back(), length, marks};
}

Scale Scale::ratios(double low, double high, double length) {
  std::vector<double> marks;
  for (double power = std::pow(10, std::floor(std::log10(low))); power <= high; power *= 10) {
    for (const double factor : {1.0, 1.5, 2.0, 3.0, 5.0, 7.0}) {
      const double mark = factor * power;
      if (low <= mark && mark <= high) marks.push_back(mark);
    }
  }
  return {true, low, high, length, marks};
}

double Scale::at(double value) const {
  const double within = std::clamp(value, low_, high_);
  if (!logarithmic_) return (within - low_) / (high_ - low_) * length_;
  return std::log(within / low_) / std::log(high_ / low_) * length_;
}

std::string mark_label(double value) {
  if (value >= 1e9) return scaled(value / 1e9, "G");
  if (value >= 1e6) return scaled(value / 1e6, "M");
  if (value < 1e3) return scaled(value, "");
  const auto whole = static_cast<std::uint64_t>(value);
  return whole % 100 == 0 ? scaled(value / 1e3, "k") : grouped(whole);
}

}  // namespace rowsort::page
