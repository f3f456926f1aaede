#pragma once

#include <optional>

namespace rowsort {

/// How many multiplies it takes until work done once has paid for itself: seconds_once / (time
/// saved by each multiply). Nothing when a multiply saves no time, so that it never does. Times of
/// a multiply in microseconds.
std::optional<double> multiplies_to_break_even(double seconds_once, double before, double after);

}  // namespace rowsort
