#pragma once

#include "rowsort/csr.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// The exercise's two matrices and vectors, exact by construction.
///
/// A value is an odd integer / 4096 with |odd integer| <= 4095. An element of x is one of
/// {+-1, +-3, +-5, +-7} / 8. In units of 2^-15 every product is an odd integer of magnitude at most
/// 4095 * 7 = 28,665, and the sum of a row of up to kMaxExactRowLength of them stays below 2^24. So
/// float32 holds every partial sum exactly, in any order, with or without fused multiply-add.
/// Results are therefore compared for equality. Two further consequences:
///  - The products are odd, so the sum of a row is odd exactly when its length is. One nonzero
///    dropped or counted twice always shows.
///  - Values need 12 significant bits. Half, bfloat16 and tf32 have fewer, so lower precision
///    shows.
namespace rowsort {

inline constexpr std::size_t kWarpSize = 32;

inline constexpr std::size_t kRows = 524'288;
inline constexpr int kEvenRowLength = 16;
inline constexpr int kLightRowLength = 3;
/// What is left for the last row of each aligned group of 32 when the other 31 are light.
inline constexpr int kHeavyRowLength = static_cast<int>(kWarpSize) * kEvenRowLength -
                                       (static_cast<int>(kWarpSize) - 1) * kLightRowLength;
inline constexpr std::size_t kNonzeros = kRows * kEvenRowLength;

static_assert(kRows % kWarpSize == 0);
static_assert(kRows / kWarpSize * ((kWarpSize - 1) * kLightRowLength + kHeavyRowLength) ==
                  kNonzeros,
              "the even and the skewed matrix must hold the same number of nonzeros");

/// Longest row whose sum is exact in float32: 28,665 * 585 < 2^24 <= 28,665 * 586.
inline constexpr int kMaxExactRowLength = 585;
inline constexpr long kMaxExactProduct = 4095L * 7L;
static_assert(kMaxExactProduct * kMaxExactRowLength < (1L << 24) &&
              kMaxExactProduct * (kMaxExactRowLength + 1) >= (1L << 24));
static_assert(kHeavyRowLength <= kMaxExactRowLength);

/// Seed of the published inputs.
inline constexpr std::uint64_t kPublishedSeed = 37;

/// Row lengths of the even matrix: 16 everywhere.
std::vector<int> even_row_lengths(std::size_t rows = kRows);

/// Row lengths of the skewed matrix: in each aligned group of 32 rows, 31 of 3 and the last of 419.
/// As many nonzeros as the even matrix with the same number of rows. Throws std::invalid_argument
/// when `rows` is not a multiple of 32.
std::vector<int> skewed_row_lengths(std::size_t rows = kRows);

/// The value of the nonzero with flat index e. The sequence depends on the seed alone, so two
/// matrices with the same number of nonzeros hold the same values.
float exact_value(std::uint64_t seed, std::size_t e);

/// A square matrix with these row lengths. Row r holds the columns (r + k) mod rows, k = 0, 1, ...
/// Throws std::length_error, before allocating, for more than 2^31 - 1 nonzeros, and
/// std::invalid_argument for a length that is negative or greater than the number of columns.
/// O(rows + nnz).
Csr exact_matrix(std::span<const int> row_lengths, std::uint64_t seed);

/// A sign, 1 or -1, for each row. A row whose values are multiplied by its sign stays exact, and
/// only the sign of its result changes. So one matrix gives many inputs that no kernel has seen,
/// with results known without another multiply.
std::vector<float> exact_row_signs(std::size_t rows, std::uint64_t seed);

/// The seed for the inputs of run number `run`, where one seed serves several runs.
std::uint64_t run_seed(std::uint64_t seed, std::size_t run);

/// The vector x that goes with a seed; `count` is the number of the matrix's columns.
std::vector<float> exact_vector(std::size_t count, std::uint64_t seed);

}  // namespace rowsort
