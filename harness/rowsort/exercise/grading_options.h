#pragma once

#include "rowsort/errors.h"
#include "rowsort/grade/answers.h"
#include "rowsort/grade/rubric.h"
#include "rowsort/worker/child_process.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

namespace rowsort {

/// What a program is to run kernels on.
enum class DeviceChoice {
  kAuto,  ///< the first CUDA device, or the CPU device where there is none
  kCuda,
  kCpu
};

/// The choices by the names that they have on a command line.
inline const std::map<std::string, DeviceChoice>& device_choices() {
  static const std::map<std::string, DeviceChoice> choices = {
      {"auto", DeviceChoice::kAuto}, {"cuda", DeviceChoice::kCuda}, {"cpu", DeviceChoice::kCpu}};
  return choices;
}

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
  StoppingCriterion measuring;  ///< when enough pairs have been timed
  /// Of the inputs of the timed runs; by default the test case's own. A secret one where a
  /// submission might know what comes.
  std::optional<std::uint64_t> timing_seed;
  bool gpu_counters = true;                 ///< read the GPU's counters, where it allows that
  std::chrono::milliseconds limit{30'000};  ///< for each call to the submission
  std::function<Answers()> read_answers;    ///< answers.json; throws AnswersError
  Rubric rubric;
  bool trace = true;  ///< count and diagnose on the tracing CPU device
  std::string build;  ///< what the submission was built with, for the check `builds`
  std::optional<BuildFault> build_fault;  ///< why there is no worker to start
  /// Runs only the checks that depend on the matrix (add_variant()).
  bool is_variant = false;
  std::optional<std::uint64_t> small_matrices_seed;  ///< the test case's own when absent
  /// Called with the next step, for a progress line; may be empty.
  std::function<void(const std::string& step)> progress;

  void show_progress(const std::string& step) const {
    if (progress) progress(step);
  }
};

/// Has exactly so many pairs timed, however long it takes within the limit; none for 0.
void set_timed_pairs(GradingOptions& options, std::size_t pairs);

}  // namespace rowsort
