#pragma once

#include "rowsort/matrix/coo.h"

#include <cstddef>
#include <span>
#include <vector>

#include "format_size.h"

/// ELL (ELLPACK): every row is padded to the length of the longest one. Good where all rows are
/// about equally long; one giant row makes it huge. Hybrid (Bell and Garland, NVR-2008-004): the
/// first entries of each row in ELL, the rest of the long rows in COO.
namespace rowsort::lesson {

/// The column index of a place without a nonzero. Its value is 0.
inline constexpr int kNoColumn = -1;

/// Entry k of row r is at place k * pitch + r: the k-th entries of neighbouring rows are neighbours
/// in memory. So a warp whose threads have a row each reads 32 consecutive places.
struct Ell {
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::size_t width = 0;     ///< places in each row
  std::size_t pitch = 0;     ///< rows, rounded up to a multiple of 32; 0 for a width of 0
  std::vector<int> col_idx;  ///< pitch * width; kNoColumn in the padding
  std::vector<float> val;    ///< pitch * width; 0 in the padding
};

/// What ELL of this width takes. Its bytes are the largest number where 64 bits cannot hold them.
FormatSize ell_size(std::size_t rows, std::size_t width);

/// The matrix as wide as its longest row. Throws FormatTooLarge, naming that row, when it would
/// take more than `limit` bytes. O(rows * width).
Ell to_ell(const CsrView& matrix, std::uint64_t limit = kDefaultFormatLimit);

/// The first `width` entries of each row, or all of a shorter row. Throws as to_ell() does.
Ell to_ell_part(const CsrView& matrix, std::size_t width, std::uint64_t limit);

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
