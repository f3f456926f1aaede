#include "progress_line.h"

#include <cstdio>

#include <unistd.h>

namespace rowsort {
namespace {

constexpr const char* kClearLine = "\r\033[K";

}  // namespace

ProgressLine::ProgressLine(bool wanted) : shown_(wanted && isatty(STDERR_FILENO) != 0) {}

ProgressLine::~ProgressLine() {
  clear();
}

void ProgressLine::show(const std::string& step) {
  if (shown_) std::fprintf(stderr, "%s%s ...", kClearLine, step.c_str());
}

void ProgressLine::clear() {
  if (shown_) std::fputs(kClearLine, stderr);
}

}  // namespace rowsort
