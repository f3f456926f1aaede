#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace rowsort::lesson {

/// A table of text: the first column to the left, all others to the right, two spaces between, a
/// line of dashes below the head. Columns are as wide as their widest cell.
class Table {
 public:
  explicit Table(std::vector<std::string> head) : rows_{std::move(head)} {}

  /// As many cells as the head has; missing ones are empty. The last one may be a sentence, which
  /// stands to the left.
  void add(std::vector<std::string> cells);

  /// Makes the last column stand to the left.
  void last_column_is_text() { text_last_ = true; }

  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
  bool text_last_ = false;
};

}  // namespace rowsort::lesson
