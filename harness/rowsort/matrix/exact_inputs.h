#pragma once

#include "rowsort/csr.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "coo.h"

/// The exercise's two matrices and vectors, exact by construction.
///
/// A value is an odd integer / 4096 with |odd integer| <= 4095; an element of x is one of
/// {+-1, +-3, +-5, +-7} / 8. In units of 2^-15 every product is an odd integer of magnitude at most
/// 4095 * 7 = 28,665, and the sum of a row of up to kMaxExactRowLength of them stays below 2^24. So
/// float32 holds every partial sum exactly, in any order, with or without fused multiply-add, and
/// results are compared for equality. Two further consequences:
///  - odd products make the parity of a row's sum the parity of its length: one nonzero dropped or
///    counted twice always shows;
///  - values need 12 significant bits, which half, bfloat16 and tf32 do not have: lower precision
///  shows.
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
/// As many nonzeros as the even matrix of as many rows. Throws std::invalid_argument when `rows` is
/// no multiple of 32.
std::vector<int> skewed_row_lengths(std::size_t rows = kRows);

/// The value of the nonzero with flat index e. The sequence depends on the seed alone, so two
/// matrices with the same number of nonzeros hold the same values.
float exact_value(std::uint64_t seed, std::size_t e);

/// A square matrix with these row lengths. Row r holds the columns (r + k) mod rows, k = 0, 1, ...
/// Throws std::length_error when it would pass 2^31 - 1 nonzeros, before allocating, and
/// std::invalid_argument when a length is negative or longer than a row has columns. O(rows + nnz).
Csr exact_matrix(std::span<const int> row_lengths, std::uint64_t seed);

/// The same matrix in coordinate form, its entries in row order.
Coo exact_coo(std::span<const int> row_lengths, std::uint64_t seed);

/// A sign, 1 or -1, for each row. A row whose values are multiplied by one stays as exact as it was
/// and its result changes its sign: so one matrix gives inputs that no kernel has seen, and their
/// results without another product.
std::vector<float> exact_row_signs(std::size_t rows, std::uint64_t seed);

/// The seed of the inputs of one of several runs that a seed is for.
std::uint64_t run_seed(std::uint64_t seed, std::size_t run);

/// The vector x that goes with a seed; `count` is the number of the matrix's columns.
std::vector<float> exact_vector(std::size_t count, std::uint64_t seed);

}  // namespace rowsort
