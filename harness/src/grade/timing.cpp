#include "rowsort/grade/timing.h"

#include <algorithm>

namespace rowsort {

std::vector<double> paired_ratios(const std::vector<TimedPair>& pairs) {
  std::vector<double> ratios(pairs.size());
  std::transform(pairs.begin(), pairs.end(), ratios.begin(), [](const TimedPair& pair) {
    return static_cast<double>(pair.unsorted) / static_cast<double>(pair.submitted);
  });
  return ratios;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 != 0) return *middle;
  return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

}  // namespace rowsort
