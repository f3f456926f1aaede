#pragma once

#include "rowsort/exercise/test_case.h"

#include <cstdint>

namespace rowsort {

/// Matrices that no submission can have seen. They are drawn from a seed of the operating system,
/// which the grade shows afterwards. The seed alone decides, and gives the same on every machine.
///
/// Like the skewed matrix both are square, exact by construction (exact_inputs.h), and have one
/// heavy row in each aligned group of 32. Unlike there, it can be any row of its group, each row's
/// columns begin anywhere, and the values differ.

/// "shuffled": as many rows, nonzeros, light and heavy rows as the skewed matrix, so that its shape
/// does not tell it apart from the published one.
TestCase shuffled_case(std::uint64_t seed);

/// "hidden": also other lengths. A heavy row has 300 to kMaxExactRowLength nonzeros, a light one 1
/// to 6. The row count is another multiple of 32, so that ascending order needs as few lane-slots
/// as descending.
TestCase hidden_case(std::uint64_t seed);

/// A seed from the operating system's generator (getrandom). It is below 2^53, so that every JSON
/// reader keeps all digits.
std::uint64_t fresh_seed();

}  // namespace rowsort
