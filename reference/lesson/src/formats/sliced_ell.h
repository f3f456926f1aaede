#pragma once

#include "rowsort/matrix/csr_view.h"

#include <cstddef>
#include <span>
#include <vector>

#include "format_size.h"

/// Sliced ELL with sorted windows: SELL-C-sigma of Kreutzer et al. (SIAM J. Sci. Comput. 36(5),
/// 2014), with C = 32, one warp.
namespace rowsort::lesson {

/// Rows that share a slice.
inline constexpr std::size_t kSliceRows = 32;
/// A window that holds the whole matrix.
inline constexpr std::size_t kWholeMatrix = 0;

/// 32 rows, in the sequence of `order`, make a slice, which is an ELL rectangle as wide as its own
/// longest row: entry k of the slice's row l is at place slice_ptr[slice] + 32 * k + l. A last
/// slice of fewer rows has 32 all the same, the missing ones empty.
struct SlicedEll {
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::vector<int> slice_ptr;  ///< slices + 1 offsets in places; starts at 0
  std::vector<int> col_idx;    ///< kNoColumn (ell.h) in the padding
  std::vector<float> val;      ///< 0 in the padding
  std::vector<int> order;      ///< order[i]: the original row at position i

  std::size_t slices() const { return slice_ptr.size() - 1; }
};

/// The order in which rows go into slices: each window of `window` consecutive rows by itself
/// sorted by falling length, equal ones in their sequence. A window of 1 sorts nothing; larger ones
/// pad less and tear rows further from their neighbours.
std::vector<int> sliced_ell_order(std::span<const int> row_lengths, std::size_t window);

/// What it takes, the order among it unless the window is 1.
FormatSize sliced_ell_size(std::span<const int> row_lengths, std::size_t window);

/// Throws FormatTooLarge also when 32-bit offsets cannot address the places. O(places + rows log
/// window).
SlicedEll to_sliced_ell(const CsrView& matrix, std::size_t window,
                        std::uint64_t limit = kDefaultFormatLimit);

/// The matrix in its original row order. The inverse of to_sliced_ell().
Csr to_csr(const SlicedEll& sliced);

}  // namespace rowsort::lesson
