#include "ell.h"

#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/matrix/row_lengths.h"
#include "rowsort/text.h"

#include <algorithm>
#include <functional>
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
  require_format_fits("ELL", size, limit, longest_row_text(row_lengths(matrix)));
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

std::size_t hybrid_width(std::span<const int> row_lengths) {
  if (row_lengths.empty()) return 0;
  std::vector<int> falling(row_lengths.begin(), row_lengths.end());
  const std::size_t third = (falling.size() + 2) / 3;
  const auto at = falling.begin() + static_cast<std::ptrdiff_t>(third - 1);
  std::nth_element(falling.begin(), at, falling.end(), std::greater<>());
  return static_cast<std::size_t>(*at);
}

FormatSize hybrid_size(std::span<const int> row_lengths) {
  const std::size_t width = hybrid_width(row_lengths);
  FormatSize size = ell_size(row_lengths.size(), width);
  std::uint64_t rest = 0;
  for (const int length : row_lengths) {
    const auto entries = static_cast<std::size_t>(length);
    rest += entries - std::min(entries, width);
  }
  size.bytes += rest * (2 * sizeof(int) + sizeof(float));
  size.places += rest;
  return size;
}

Hybrid to_hybrid(const CsrView& matrix, std::uint64_t limit) {
  const std::vector<int> lengths = row_lengths(matrix);
  const std::size_t width = hybrid_width(lengths);
  require_format_fits("the hybrid format", hybrid_size(lengths), limit,
                      "a third of the rows are this long");
  Hybrid hybrid{to_ell_part(matrix, width, limit), Coo{matrix.rows(), matrix.cols, {}, {}, {}}};
  Coo& rest = hybrid.rest;
  for (std::size_t row = 0; row < matrix.rows(); ++row) {
    for (std::size_t e = matrix.row_begin(row) + width; e < matrix.row_end(row); ++e) {
      rest.row.push_back(static_cast<int>(row));
      rest.col.push_back(matrix.col_idx[e]);
      rest.val.push_back(matrix.val[e]);
    }
  }
  return hybrid;
}

}  // namespace rowsort::lesson
