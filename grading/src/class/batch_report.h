#pragma once

#include "rowsort/progress_line.h"

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "class/batch.h"

/// What a batch prints.
namespace rowsort {

/// The progress of a batch, on standard error.
class BatchProgress {
 public:
  explicit BatchProgress(std::size_t students);

  void finished(const std::string& id, const StudentOutcome& outcome);
  /// `fault` is empty if the calibration succeeded.
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

/// Something that a person has to look at.
struct Attention {
  std::string who;
  std::string why;
};

/// Students without a grade of their last submission, names in the folder that are not ids, and
/// calibration that failed.
std::vector<Attention> needs_attention(const BatchEnd& end,
                                       const std::vector<std::string>& not_taken);

/// A table for a person: how many students have each status and kind of error, how fast the batch
/// was, and what needs attention.
std::string summary(const ClassFolder& grades, const BatchEnd& end,
                    const std::vector<Attention>& attention);

}  // namespace rowsort
