#include "sliced_ell.h"

#include "rowsort/matrix/lane_slots.h"
#include "rowsort/matrix/row_lengths.h"

#include <algorithm>
#include <numeric>

#include "ell.h"
#include "orders.h"

namespace rowsort::lesson {
namespace {

static_assert(kSliceRows == 32, "a slice is a warp, so its places are the warp's lane-slots");

std::size_t slices_of(std::size_t rows) {
  return (rows + kSliceRows - 1) / kSliceRows;
}

// 32 * (longest row) of each slice, added up.
std::vector<int> slice_offsets(const std::vector<int>& order, std::span<const int> row_lengths) {
  std::vector<int> slice_ptr(slices_of(order.size()) + 1, 0);
  for (std::size_t i = 0; i < order.size(); ++i) {
    int& places = slice_ptr[i / kSliceRows + 1];
    places = std::max(
        places, static_cast<int>(kSliceRows) * row_lengths[static_cast<std::size_t>(order[i])]);
  }
  std::partial_sum(slice_ptr.begin(), slice_ptr.end(), slice_ptr.begin());
  return slice_ptr;
}

}  // namespace

FormatSize sliced_ell_size(std::span<const int> row_lengths, std::size_t window) {
  const std::vector<int> order = falling_order(row_lengths, window);
  const std::uint64_t places = lane_slots_thread_per_row(row_lengths_in_order(row_lengths, order));
  std::uint64_t bytes = places * kPlaceBytes + (slices_of(order.size()) + 1) * sizeof(int);
  if (window != 1) bytes += order.size() * sizeof(int);
  return {bytes, places};
}

SlicedEll to_sliced_ell(const CsrView& matrix, std::size_t window, std::uint64_t limit) {
  const std::vector<int> lengths = row_lengths(matrix);
  const FormatSize size = sliced_ell_size(lengths, window);
  require_format_fits("sliced ELL", size, limit,
                      "each slice of 32 rows is padded to its longest row");
  require_32_bit_room("sliced ELL", matrix.rows(), size.places);

  SlicedEll sliced{matrix.rows(), matrix.cols, {}, {}, {}, falling_order(lengths, window)};
  sliced.slice_ptr = slice_offsets(sliced.order, lengths);
  sliced.col_idx.assign(size.places, kNoColumn);
  sliced.val.assign(size.places, 0.0f);
  for (std::size_t i = 0; i < sliced.rows; ++i) {
    const auto row = static_cast<std::size_t>(sliced.order[i]);
    auto place = static_cast<std::size_t>(sliced.slice_ptr[i / kSliceRows]) + i % kSliceRows;
    for (std::size_t e = matrix.row_begin(row); e < matrix.row_end(row); ++e) {
      sliced.col_idx[place] = matrix.col_idx[e];
      sliced.val[place] = matrix.val[e];
      place += kSliceRows;
    }
  }
  return sliced;
}

}  // namespace rowsort::lesson
