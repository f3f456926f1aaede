#include "rowsort/measure/payoff.h"

#include <cmath>

namespace rowsort {

std::optional<double> multiplies_to_pay(double seconds_once, double before, double after) {
  if (!(after < before)) return std::nullopt;
  return std::ceil(1e6 * seconds_once / (before - after));
}

}  // namespace rowsort
