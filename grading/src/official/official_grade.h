#pragma once

#include "rowsort/exercise/grading.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "sandbox/sandbox.h"

namespace rowsort {

/// How a submission is graded officially.
struct OfficialOptions {
  Isolation isolation = Isolation::kBubblewrap;
  DeviceChoice device = DeviceChoice::kAuto;
  std::optional<std::uint64_t> seed;  ///< of the hidden variants; fresh when absent
  /// Exactly so many, 0 for none; when absent, as many as it takes.
  std::optional<std::size_t> timed_pairs;
  double limit_seconds = 30;     ///< for each call to the submission
  int build_limit_seconds = 60;  ///< for each compiler
  double memory_gib = 2;         ///< for the submission's processes
  std::filesystem::path rubric;  ///< empty: the points that are compiled in
  bool trace = true;
  std::filesystem::path worker_kit;
  std::string name;  ///< of the submission in the grade; the last part of its path when empty
  std::function<void(const std::string& step)> progress;
};

/// Grades a submission that nobody has looked at. It is staged and built; then the same checks as
/// in the local check run on the published matrix and on two hidden variants. The submission's host
/// code runs in a sandbox. With a GPU, its kernel runs in a process without that host code.
///
/// `path` is what stage() takes (intake/staged_submission.h). Whatever the submission is or does
/// becomes its grade. A fault of the machine becomes a grade without a score, after a second
/// attempt. Throws UsageError when `path` or the rubric cannot be read.
GradedRun official_grade(const std::filesystem::path& path, const OfficialOptions& options);

/// What main() does with kJudgeOption (rowsort/gpu/judge.h): it is the process that has the GPU, loads
/// a submission's device image, launches its kernel and times it. None of the submission's host code
/// is in it. Serves jobs and returns the exit status. `image` is a path, or "-" for none.
int run_judge(const char* image);

}  // namespace rowsort
