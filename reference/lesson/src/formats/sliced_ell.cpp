#include "sliced_ell.h"

#include "rowsort/matrix/coo.h"
#include "rowsort/matrix/lane_slots.h"
#include "rowsort/matrix/row_lengths.h"

#include <algorithm>
#include <numeric>

#include "ell.h"

namespace rowsort::lesson {
namespace {

static_assert(kSliceRows == 32, "a slice is a warp, so its places are the warp's lane-slots");

std::size_t slices_of(std::size_t rows) {
  return (rows + kSliceRows - 1) / kSliceRows;
}

// Whoever puts rows into slices visits: visit(slice, lane, original row).
template <typename Visit>
void for_each_row(const std::vector<int>& order, Visit visit) {
  for (std::size_t i = 0; i < order.size(); ++i) {
    visit(i / kSliceRows, i % kSliceRows, static_cast<std::size_t>(order[i]));
  }
}

}  // namespace

std::vector<int> sliced_ell_order(std::span<const int> row_lengths, std::size_t window) {
  std::vector<int> order(row_lengths.size());
  std::iota(order.begin(), order.end(), 0);
  const std::size_t step = window == kWholeMatrix ? order.size() : window;
  for (std::size_t first = 0; first < order.size(); first += step) {
    const auto begin = order.begin() + static_cast<std::ptrdiff_t>(first);
    const std::size_t rows = std::min(step, order.size() - first);
    std::stable_sort(begin, begin + static_cast<std::ptrdiff_t>(rows), [&](int a, int b) {
      return row_lengths[static_cast<std::size_t>(a)] > row_lengths[static_cast<std::size_t>(b)];
    });
  }
  return order;
}

FormatSize sliced_ell_size(std::span<const int> row_lengths, std::size_t window) {
  const std::vector<int> order = sliced_ell_order(row_lengths, window);
  const std::uint64_t places = lane_slots_thread_per_row(row_lengths_in_order(row_lengths, order));
  std::uint64_t bytes =
      places * (sizeof(int) + sizeof(float)) + (slices_of(order.size()) + 1) * sizeof(int);
  if (window != 1) bytes += order.size() * sizeof(int);
  return {bytes, places};
}

SlicedEll to_sliced_ell(const CsrView& matrix, std::size_t window, std::uint64_t limit) {
  const std::vector<int> lengths = row_lengths(matrix);
  const FormatSize size = sliced_ell_size(lengths, window);
  const std::string because = "each slice of 32 rows is padded to its longest row";
  require_format_fits("sliced ELL", size, limit, because);
  require_format_fits("sliced ELL", {size.places, size.places}, kMaxNonzeros,
                      because + ", and 32-bit offsets address 2^31 - 1 places");

  SlicedEll sliced;
  sliced.rows = matrix.rows();
  sliced.cols = matrix.cols;
  sliced.order = sliced_ell_order(lengths, window);
  sliced.slice_ptr.assign(slices_of(sliced.rows) + 1, 0);
  for_each_row(sliced.order, [&](std::size_t slice, std::size_t, std::size_t row) {
    int& longest = sliced.slice_ptr[slice + 1];
    longest = std::max(longest, static_cast<int>(kSliceRows) * lengths[row]);
  });
  std::partial_sum(sliced.slice_ptr.begin(), sliced.slice_ptr.end(), sliced.slice_ptr.begin());

  sliced.col_idx.assign(size.places, kNoColumn);
  sliced.val.assign(size.places, 0.0f);
  for_each_row(sliced.order, [&](std::size_t slice, std::size_t lane, std::size_t row) {
    auto place = static_cast<std::size_t>(sliced.slice_ptr[slice]) + lane;
    for (std::size_t e = matrix.row_begin(row); e < matrix.row_end(row); ++e) {
      sliced.col_idx[place] = matrix.col_idx[e];
      sliced.val[place] = matrix.val[e];
      place += kSliceRows;
    }
  });
  return sliced;
}

Csr to_csr(const SlicedEll& sliced) {
  Coo coo{sliced.rows, sliced.cols, {}, {}, {}};
  for_each_row(sliced.order, [&](std::size_t slice, std::size_t lane, std::size_t row) {
    const auto end = static_cast<std::size_t>(sliced.slice_ptr[slice + 1]);
    for (std::size_t place = static_cast<std::size_t>(sliced.slice_ptr[slice]) + lane; place < end;
         place += kSliceRows) {
      if (sliced.col_idx[place] == kNoColumn) break;
      coo.row.push_back(static_cast<int>(row));
      coo.col.push_back(sliced.col_idx[place]);
      coo.val.push_back(sliced.val[place]);
    }
  });
  return to_csr(coo);
}

}  // namespace rowsort::lesson
