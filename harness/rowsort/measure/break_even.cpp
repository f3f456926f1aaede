#include "break_even.h"

#include <cmath>

namespace rowsort {

std::optional<double> multiplies_to_break_even(double seconds_once, double before, double after) {
  if (!(after < before)) return std::nullopt;
  return std::ceil(1e6 * seconds_once / (before - after));
}

}  // namespace rowsort
