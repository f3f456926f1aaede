#include "timed_run.h"

#include <algorithm>

namespace rowsort {

std::vector<double> paired_ratios(std::span<const TimedPair> pairs) {
  std::vector<double> ratios(pairs.size());
  std::transform(pairs.begin(), pairs.end(), ratios.begin(), [](const TimedPair& pair) {
    return static_cast<double>(pair.unsorted.microseconds) /
           static_cast<double>(pair.submitted.microseconds);
  });
  return ratios;
}

std::vector<double> times_of(std::span<const TimedPair> pairs, TimedRun TimedPair::*side) {
  std::vector<double> times(pairs.size());
  std::transform(pairs.begin(), pairs.end(), times.begin(), [side](const TimedPair& pair) {
    return static_cast<double>((pair.*side).microseconds);
  });
  return times;
}

}  // namespace rowsort
