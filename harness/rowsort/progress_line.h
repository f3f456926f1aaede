#pragma once

#include <cstdio>
#include <string>

#include <unistd.h>

namespace rowsort {

/// One line on standard error that says what is being done, overwritten at each step and removed at
/// the end. Only where standard error is a terminal.
class ProgressLine {
 public:
  explicit ProgressLine(bool wanted) : shown_(wanted && isatty(STDERR_FILENO) != 0) {}
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const std::string& step) {
    if (shown_) std::fprintf(stderr, "%s%s ...", kClearLine, step.c_str());
  }
  void clear() {
    if (shown_) std::fputs(kClearLine, stderr);
  }

 private:
  static constexpr const char* kClearLine = "\r\033[K";
  bool shown_;
};

}  // namespace rowsort
