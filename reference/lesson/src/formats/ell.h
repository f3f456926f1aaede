#pragma once

#include "rowsort/matrix/csr_view.h"

#include <cstddef>
#include <span>
#include <vector>

#include "format_size.h"

/// ELL (ELLPACK): a rectangle of rows by the longest row's length. Good where all rows are about as
/// long, ruinous with one giant row, which every other row is then padded to.
namespace rowsort::lesson {

/// The column of a place without a nonzero; its value is 0.
inline constexpr int kNoColumn = -1;

/// Entry k of row r is at place k * pitch + r, so that neighbouring rows' entries are neighbours in
/// memory: 32 threads with a row each read 32 consecutive places.
struct Ell {
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::size_t width = 0;     ///< places for nonzeros in each row
  std::size_t pitch = 0;     ///< rows, rounded up to a multiple of 32
  std::vector<int> col_idx;  ///< pitch * width; kNoColumn in the padding
  std::vector<float> val;    ///< pitch * width; 0 in the padding
};

/// What an ELL matrix of this width takes.
FormatSize ell_size(std::size_t rows, std::size_t width);

/// The width that holds every row: the longest row's length.
std::size_t ell_width(std::span<const int> row_lengths);

/// Row by row the entries of `matrix`, in their sequence. Throws FormatTooLarge, naming the longest
/// row, when it would take more than `limit` bytes. O(rows * width).
Ell to_ell(const CsrView& matrix, std::uint64_t limit = kDefaultFormatLimit);

/// Of each row the first `width` entries, or all when it has fewer.
Ell to_ell_part(const CsrView& matrix, std::size_t width, std::uint64_t limit);

/// The entries that are not padding, in CSR. The inverse of to_ell().
Csr to_csr(const Ell& ell);

}  // namespace rowsort::lesson
