#include "ell.h"

#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/matrix/row_lengths.h"
#include "rowsort/text.h"

#include <algorithm>
#include <limits>

namespace rowsort::lesson {
namespace {

std::string longest_row_text(std::span<const int> row_lengths) {
  const auto longest = std::max_element(row_lengths.begin(), row_lengths.end());
  if (longest == row_lengths.end()) return "it is wide";
  return "row " + grouped(static_cast<std::uint64_t>(longest - row_lengths.begin())) + " has " +
         counted(static_cast<std::uint64_t>(*longest), "nonzero") +
         " and every row is padded to that";
}

}  // namespace

FormatSize ell_size(std::size_t rows, std::size_t width) {
  const std::uint64_t pitch = (rows + kWarpSize - 1) / kWarpSize * kWarpSize;
  // The product of two 32-bit counts is below 2^64, but its bytes may not be.
  const std::uint64_t places = pitch * width;
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  return {places > kMost / kPlaceBytes ? kMost : places * kPlaceBytes, places};
}

Ell to_ell(const CsrView& matrix, std::uint64_t limit) {
  return to_ell_part(matrix, longest_row(row_lengths(matrix)), limit);
}

Ell to_ell_part(const CsrView& matrix, std::size_t width, std::uint64_t limit) {
  const FormatSize size = ell_size(matrix.rows(), width);
  if (size.bytes > limit) {
    require_format_fits("ELL", size, limit, longest_row_text(row_lengths(matrix)));
  }
  Ell ell{matrix.rows(), matrix.cols, width, width == 0 ? 0 : size.places / width, {}, {}};
  ell.col_idx.assign(size.places, kNoColumn);
  ell.val.assign(size.places, 0.0f);
  for (std::size_t row = 0; row < ell.rows; ++row) {
    const std::size_t begin = matrix.row_begin(row);
    const std::size_t entries = std::min(width, matrix.row_end(row) - begin);
    for (std::size_t k = 0; k < entries; ++k) {
      ell.col_idx[k * ell.pitch + row] = matrix.col_idx[begin + k];
      ell.val[k * ell.pitch + row] = matrix.val[begin + k];
    }
  }
  return ell;
}

}  // namespace rowsort::lesson
