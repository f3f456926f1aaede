#pragma once

#include "rowsort/grade/exercise.h"
#include "rowsort/grade/grade.h"
#include "rowsort/grade/rubric.h"
#include "rowsort/worker/worker_process.h"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace rowsort {

enum class DeviceChoice {
  kAuto,  ///< the first CUDA device, or the CPU device where there is none
  kCuda,
  kCpu
};

struct GradingOptions {
  std::string submission;  ///< name for the grade
  WorkerCommand worker;    ///< starts a worker that is linked with the submission
  DeviceChoice device = DeviceChoice::kAuto;
  bool time = true;              ///< on a GPU; otherwise no measured ratio
  MeasuringRule measuring;       ///< how it is timed
  bool gpu_counters = true;      ///< read the GPU's counters, where it lets
  std::chrono::milliseconds limit{30'000};  ///< for each call to the submission
  std::filesystem::path answers;            ///< answers.json
  Rubric rubric;
  bool trace = true;  ///< count and diagnose on the tracing CPU device
  std::string build;  ///< what the submission was built with, for the check `builds`
  /// Told what happens next, for a progress line; may be empty.
  std::function<void(const std::string& step)> progress;
};

/// Runs the eleven checks in order and gives the grade. Whatever the submission does (throws,
/// crashes, never returns, answers with nonsense) becomes a failed check, and a check that cannot
/// run says which earlier one stopped it. What is the machine's fault becomes GradeStatus::kError
/// with what was found until then. Starts processes; otherwise without effect.
Grade grade_submission(const Exercise& exercise, const GradingOptions& options);

/// A grade with what it was made from and does not hold, because it grows with the matrix: what a
/// picture of the run is drawn from.
struct GradedRun {
  Grade grade;
  std::vector<int> row_lengths;  ///< of the original matrix
  std::vector<int> order;        ///< as submitted; empty unless the check `order` passed
  std::vector<int> bad_rows;     ///< original numbers of all bad rows, rising
};

/// grade_submission(), with what the grade was made from.
GradedRun grade_run(const Exercise& exercise, const GradingOptions& options);

/// A grade without checks: usage or environment were wrong before any of them ran.
Grade error_grade(const GradingOptions& options, std::string kind, std::string message);

}  // namespace rowsort
