#pragma once

#include "rowsort/grade/exercise.h"

#include <cstdint>

namespace rowsort {

/// A matrix that no submission can have seen: drawn from a seed that the operating system gives and
/// that the grade tells afterwards.
///
/// Like the skewed matrix it is square, exact by construction (exact_inputs.h), and has one heavy
/// row in each aligned group of 32. Unlike it, the heavy row stands anywhere in its group and has
/// 300 to kMaxExactRowLength nonzeros, a light one has 1 to 6, the row count is another multiple of
/// 32 (so that ascending order needs as few lane-slots as descending), and each row's columns begin
/// anywhere. The seed alone decides; the same on every machine.
Exercise hidden_exercise(std::uint64_t seed);

/// A seed from the operating system's generator (getrandom), below 2^53, so that every JSON reader
/// keeps it.
std::uint64_t fresh_seed();

}  // namespace rowsort
