#pragma once

#include <string>

namespace rowsort {

/// One line on standard error that says what is being done, overwritten at each step and removed at
/// the end. Only where standard error is a terminal.
class ProgressLine {
 public:
  explicit ProgressLine(bool wanted);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const std::string& step);
  void clear();

 private:
  bool shown_;
};

}  // namespace rowsort
