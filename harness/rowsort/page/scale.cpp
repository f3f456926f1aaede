#include "scale.h"

#include "rowsort/text.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace rowsort::page {
namespace {

constexpr double kMostSteps = 5;

// The script of the page chooses its marks by the same rule (page.js).
double step_for(double largest, bool whole) {
  const double least = largest / kMostSteps;
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
  Scale scale(false, length);
  if (!(largest > 0)) largest = 1;
  const double step = step_for(largest, whole);
  const int steps = static_cast<int>(std::ceil(largest / step));
  for (int i = 0; i <= steps; ++i) scale.marks_.push_back(i * step);
  return scale;
}

Scale Scale::up_to(double largest, double length) {
  Scale scale(false, length);
  scale.marks_ = {0, largest};
  return scale;
}

Scale Scale::logarithmic(double smallest, double largest, double length) {
  Scale scale(true, length);
  const int first = static_cast<int>(std::ceil(std::log10(smallest))) - 1;
  const int last = std::max(first + 1, static_cast<int>(std::ceil(std::log10(largest))));
  for (int power = first; power <= last; ++power) scale.marks_.push_back(std::pow(10, power));
  return scale;
}

double Scale::at(double value) const {
  const double within = std::clamp(value, marks_.front(), marks_.back());
  if (!logarithmic_) return within / marks_.back() * length_;
  return std::log(within / marks_.front()) / std::log(marks_.back() / marks_.front()) * length_;
}

std::string mark_label(double value) {
  if (value >= 1e9) return scaled(value / 1e9, "G");
  if (value >= 1e6) return scaled(value / 1e6, "M");
  if (value < 1e3) return scaled(value, "");
  const auto whole = static_cast<std::uint64_t>(value);
  return whole % 100 == 0 ? scaled(value / 1e3, "k") : grouped(whole);
}

}  // namespace rowsort::page
