#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace rowsort::lesson {

/// A table of text: the first columns to the left, the others, numbers, to the right; two spaces
/// between, a line of dashes below the head. Columns are as wide as their widest cell.
class Table {
 public:
  explicit Table(std::vector<std::string> head, std::size_t text_columns = 1)
      : rows_{std::move(head)}, text_columns_(text_columns) {}

  /// As many cells as the head has; missing ones are empty.
  void add(std::vector<std::string> cells);

  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
  std::size_t text_columns_;
};

}  // namespace rowsort::lesson
