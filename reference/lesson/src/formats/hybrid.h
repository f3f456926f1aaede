#pragma once

#include "rowsort/matrix/coo.h"

#include <cstddef>
#include <span>

#include "ell.h"

/// Hybrid (Bell and Garland, NVR-2008-004): the first entries of each row in ELL, the rest of the
/// long rows in COO.
namespace rowsort::lesson {

struct Hybrid {
  Ell ell;
  Coo rest;  ///< in row order
};

/// The largest width that at least a third of the rows fill. This is Bell and Garland's rule: their
/// ELL kernel was about three times as fast per entry as their COO kernel.
std::size_t hybrid_width(std::span<const int> row_lengths);

/// What both parts take together.
FormatSize hybrid_size(std::span<const int> row_lengths);

/// Splits each row at hybrid_width(). Throws FormatTooLarge. O(rows * width + nnz).
Hybrid to_hybrid(const CsrView& matrix, std::uint64_t limit = kDefaultFormatLimit);

}  // namespace rowsort::lesson
