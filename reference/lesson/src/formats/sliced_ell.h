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

/// 32 rows, in the sequence of `order`, make a slice. A slice is as wide as its own longest row:
/// entry k of its row l is at place slice_ptr[slice] + 32 * k + l. A last slice of fewer rows has
/// 32 all the same; the missing ones are empty.
struct SlicedEll {
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::vector<int> slice_ptr;  ///< slices + 1 offsets in places; starts at 0
  std::vector<int> col_idx;    ///< kNoColumn (ell.h) in the padding
  std::vector<float> val;      ///< 0 in the padding
  std::vector<int> order;      ///< order[i]: the original row at position i
};

/// What it takes. The rows are first sorted by falling_order() (orders.h) within windows: larger
/// windows need less padding, but move rows further from their neighbours. The order counts as an
/// array of the format unless the window is 1.
FormatSize sliced_ell_size(std::span<const int> row_lengths, std::size_t window);

/// Throws FormatTooLarge, also when 32-bit offsets cannot address the places. O(places + rows log
/// window).
SlicedEll to_sliced_ell(const CsrView& matrix, std::size_t window,
                        std::uint64_t limit = kDefaultFormatLimit);

}  // namespace rowsort::lesson
