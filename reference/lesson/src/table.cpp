#include "table.h"

#include "rowsort/report/text_page.h"

#include <algorithm>
#include <span>

namespace rowsort::lesson {

void Table::add(std::vector<std::string> cells) {
  cells.resize(rows_.front().size());
  rows_.push_back(std::move(cells));
}

std::string Table::text() const {
  const std::size_t columns = rows_.front().size();
  std::vector<std::size_t> widths(columns);
  for (std::size_t c = 0; c < columns; ++c) {
    for (const auto& row : std::span(rows_).subspan(1)) {
      widths[c] = std::max(widths[c], row[c].size());
    }
    if (widths[c] > 0 || rows_.size() == 1) widths[c] = std::max(widths[c], rows_[0][c].size());
  }
  std::string text;
  const auto put = [&](const std::vector<std::string>& row) {
    std::string line;
    for (std::size_t c = 0; c < columns; ++c) {
      if (widths[c] == 0) continue;
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
