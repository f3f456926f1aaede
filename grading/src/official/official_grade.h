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
  std::optional<std::uint64_t> seed;  ///< of the hidden variant; fresh when absent
  std::optional<std::size_t>
      timed_pairs;  ///< exactly so many; 0: none; absent: as many as it takes
  std::chrono::milliseconds limit{30'000};        ///< for each call to the submission
  std::chrono::seconds build_limit{60};           ///< for each compiler
  std::uint64_t memory = std::uint64_t{2} << 30;  ///< for the submission's processes, in bytes
  Rubric rubric;
  bool trace = true;
  std::filesystem::path worker_kit;
  std::string name;  ///< of the submission in the grade; the last part of its path when empty
  std::function<void(const std::string& step)> progress;
};

/// Grades a submission that nobody has looked at: stages it, builds it, and runs the same checks as
/// the local check on the published matrix and on a hidden variant, with the submission's code in a
/// sandbox and its kernel, where there is a GPU, in a process that runs none of its host code.
///
/// `path` is what intake/staged_submission.h stages. Whatever the submission is or does becomes its
/// grade; what the machine fails at becomes a grade without a score, after a second attempt.
/// Throws IntakeError when there is nothing at `path`.
GradedRun official_grade(const std::filesystem::path& path, const OfficialOptions& options);

}  // namespace rowsort
