#include "row_blocks.h"

namespace rowsort::lesson {

std::vector<int> row_blocks(std::span<const int> row_ptr, int max_nonzeros, int max_rows) {
  std::vector<int> blocks = {0};
  const int rows = row_ptr.empty() ? 0 : static_cast<int>(row_ptr.size() - 1);
  const auto offset = [&](int row) { return row_ptr[static_cast<std::size_t>(row)]; };
  for (int row = 0; row < rows; ++row) {
    const int first = blocks.back();
    const bool too_long = offset(row + 1) - offset(first) > max_nonzeros;
    if (row > first && (too_long || row - first == max_rows)) blocks.push_back(row);
  }
  if (rows > 0) blocks.push_back(rows);
  return blocks;
}

}  // namespace rowsort::lesson
