#pragma once

#include "rowsort/exercise/test_case.h"

#include <cstdint>

namespace rowsort {

/// Matrices that no submission can have seen: drawn from a seed that the operating system gives and
/// that the grade tells afterwards. The seed alone decides, the same on every machine.
///
/// Like the skewed matrix both are square, exact by construction (exact_inputs.h), and have one
/// heavy row in each aligned group of 32. Unlike there it stands anywhere in its group, each row's
/// columns begin anywhere, and the values are others.

/// "shuffled": as many rows, nonzeros, light and heavy rows as the skewed matrix, so that nothing
/// of its shape tells it apart from the published one.
TestCase shuffled_case(std::uint64_t seed);

/// "hidden": other lengths too. A heavy row has 300 to kMaxExactRowLength nonzeros, a light one 1
/// to 6, and the row count is another multiple of 32, so that ascending order needs as few
/// lane-slots as descending.
TestCase hidden_case(std::uint64_t seed);

/// A seed from the operating system's generator (getrandom), below 2^53, so that every JSON reader
/// keeps it.
std::uint64_t fresh_seed();

}  // namespace rowsort
