#pragma once

#include "rowsort/device/device.h"

#include <vector>

namespace rowsort {

/// unsorted / submitted of each pair.
std::vector<double> paired_ratios(const std::vector<TimedPair>& pairs);

/// Median; `values` is not empty. O(n).
double median(std::vector<double> values);

}  // namespace rowsort
