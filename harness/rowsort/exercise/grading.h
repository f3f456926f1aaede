#pragma once

#include "rowsort/grade/grade.h"
#include "rowsort/grade/rubric.h"
#include "rowsort/worker/child_process.h"

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "device_choice.h"
#include "test_case.h"

namespace rowsort {

/// Why a submission could not be built.
struct BuildFault {
  FaultKind kind = FaultKind::kDoesNotCompile;
  std::string message;  ///< one sentence
  std::string log;      ///< what the compiler said first; may be empty
};

struct GradingOptions {
  std::string submission;  ///< name for the grade
  ChildCommand worker;     ///< starts a worker that is linked with the submission
  ChildCommand judge;      ///< starts the worker that has the GPU
  DeviceChoice device = DeviceChoice::kAuto;
  /// Why the CPU device was chosen in place of a GPU; empty when it was asked for.
  std::string device_note;
  bool time = true;             ///< on a GPU; otherwise no measured ratio
  StoppingCriterion measuring;  ///< how it is timed
  /// Of the inputs of the timed runs; by default the test case's own. A secret one where a
  /// submission might know what comes.
  std::optional<std::uint64_t> timing_seed;
  bool gpu_counters = true;                 ///< read the GPU's counters, where it lets
  std::chrono::milliseconds limit{30'000};  ///< for each call to the submission
  std::function<Answers()> read_answers;    ///< answers.json; throws AnswersError
  Rubric rubric;
  bool trace = true;  ///< count and diagnose on the tracing CPU device
  std::string build;  ///< what the submission was built with, for the check `builds`
  std::optional<BuildFault> build_fault;  ///< why there is no worker to be started
  /// Runs only the checks that depend on the matrix (variants.h).
  bool is_variant = false;
  std::optional<std::uint64_t> small_matrices_seed;  ///< the test case's own when absent
  /// Told what happens next, for a progress line; may be empty.
  std::function<void(const std::string& step)> progress;
};

/// Has exactly so many pairs timed, however long it takes within the limit; none for 0.
void set_timed_pairs(GradingOptions& options, std::size_t pairs);

/// Runs the eleven checks in order and gives the grade. Whatever the submission does (throws,
/// crashes, never returns, answers with nonsense) becomes a failed check, and a check that cannot
/// run says which earlier one stopped it. What is the machine's fault becomes GradeStatus::kError
/// with what was found until then. Starts processes; otherwise without effect.
Grade grade_submission(const TestCase& test_case, const GradingOptions& options);

/// A grade with what it was made from and does not hold, because it grows with the matrix: what a
/// picture of the run is drawn from.
struct GradedRun {
  Grade grade;
  std::vector<int> row_lengths;  ///< of the original matrix
  std::vector<int> order;        ///< as submitted; empty unless the check `order` passed
  std::vector<int> bad_rows;     ///< original numbers of all bad rows, rising
};

/// grade_submission(), with what the grade was made from.
GradedRun grade_run(const TestCase& test_case, const GradingOptions& options);

/// A grade without checks: usage or environment were wrong before any of them ran.
Grade error_grade(const GradingOptions& options, std::string kind, std::string message);

}  // namespace rowsort
