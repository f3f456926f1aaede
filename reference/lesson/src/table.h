#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace rowsort::lesson {

/// A table of text with a line of dashes below its head. The first columns are text, aligned to the
/// left; the others are numbers, aligned to the right. A column is left out when each line's cell in
/// it is empty.
class Table {
 public:
  explicit Table(std::vector<std::string> head, std::size_t text_columns = 1)
      : rows_{std::move(head)}, text_columns_(text_columns) {}

  /// Adds a line. Cells that are missing at its end are empty.
  void add(std::vector<std::string> cells);

  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
  std::size_t text_columns_;
};

}  // namespace rowsort::lesson
