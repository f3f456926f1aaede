#include "table.h"

#include "rowsort/report/text_page.h"

#include <algorithm>

namespace rowsort::lesson {

void Table::add(std::vector<std::string> cells) {
  cells.resize(rows_.front().size());
  rows_.push_back(std::move(cells));
}

std::string Table::text() const {
  const std::size_t columns = rows_.front().size();
  std::vector<std::size_t> widths(columns);
  for (const auto& row : rows_) {
    for (std::size_t c = 0; c < columns; ++c) widths[c] = std::max(widths[c], row[c].size());
  }
  std::string text;
  const auto put = [&](const std::vector<std::string>& row) {
    std::string line;
    for (std::size_t c = 0; c < columns; ++c) {
      const bool left = c < text_columns_;
      line += (c == 0 ? "" : "  ") +
              (left ? left_aligned(row[c], widths[c]) : right_aligned(row[c], widths[c]));
    }
    line.resize(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  };
  put(rows_.front());
  std::vector<std::string> dashes;
  for (const std::size_t width : widths) dashes.emplace_back(width, '-');
  put(dashes);
  for (std::size_t r = 1; r < rows_.size(); ++r) put(rows_[r]);
  return text;
}

}  // namespace rowsort::lesson
