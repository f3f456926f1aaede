#pragma once

#include "rowsort/progress_line.h"

#include <chrono>
#include <cstddef>
#include <string>

#include "class/student_grading.h"

namespace rowsort {

/// How far a batch is, on standard error.
class BatchProgress {
 public:
  explicit BatchProgress(std::size_t students);

  void finished(const std::string& id, const StudentOutcome& outcome);
  /// `fault` is empty when all went well.
  void calibrated(const std::string& fault);
  void end() { line_.clear(); }

 private:
  void show();
  std::string rate() const;

  bool on_terminal_;
  ProgressLine line_;
  std::chrono::steady_clock::time_point start_;
  std::size_t students_;
  std::size_t finished_ = 0;
  std::size_t graded_ = 0;  ///< by this batch
  std::size_t attention_ = 0;
};

/// "45 s", "12 min 3 s", "2 h 5 min".
std::string duration_text(double seconds);

}  // namespace rowsort
