#pragma once

#include "rowsort/matrix/coo.h"

#include <cstddef>
#include <span>

#include "ell.h"

/// Hybrid (Bell and Garland, NVR-2008-004): the first entries of each row in ELL, what is left of
/// the long rows in COO.
namespace rowsort::lesson {

struct Hybrid {
  Ell ell;
  Coo rest;  ///< in row order
};

/// The largest width that at least a third of the rows fill, which is Bell and Garland's rule:
/// their ELL kernel was about three times as fast per entry as their COO kernel.
std::size_t hybrid_width(std::span<const int> row_lengths);

/// What the two parts take together. `places` counts the ELL part's padding too.
FormatSize hybrid_size(std::span<const int> row_lengths);

/// Splits each row at hybrid_width(). Throws FormatTooLarge. O(rows * width + nnz).
Hybrid to_hybrid(const CsrView& matrix, std::uint64_t limit = kDefaultFormatLimit);

/// Each row's ELL entries, then those of the rest. The inverse of to_hybrid().
Csr to_csr(const Hybrid& hybrid);

}  // namespace rowsort::lesson
