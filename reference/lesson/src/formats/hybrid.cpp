#include "hybrid.h"

#include "rowsort/matrix/row_lengths.h"

#include <algorithm>
#include <functional>
#include <vector>

namespace rowsort::lesson {

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
