#pragma once

#include "rowsort/device/device.h"
#include "rowsort/matrix/csr_view.h"

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "faults.h"
#include "worker_process.h"

namespace rowsort {

/// What the kernel left behind; y is empty after a fault.
struct KernelRun {
  std::optional<SubmissionFault> fault;
  std::vector<float> y;                  ///< by position
  std::optional<std::string> tampering;  ///< what it changed that it must not, as one sentence
};

/// What to time: the same matrix unsorted and in the order submitted.
struct TimingTask {
  CsrView unsorted;
  CsrView submitted;
  std::span<const int> order;
  int block_size = 0;
  std::uint64_t seed = 0;  ///< of the inputs that each run gets of its own, see TimingRequest
  StoppingCriterion rule;
};

/// What timing left behind; all but `fault` is empty after one.
struct KernelTiming {
  std::optional<SubmissionFault> fault;
  TimingSamples samples;
  std::vector<float> results;  ///< y of each timed run of the submission, one after the other
  std::optional<std::string> tampering;
};

/// Hardware counters, or why there are none.
struct KernelCounters {
  std::optional<HardwareCounters> counters;
  std::string not_counted_because;
};

/// A device in a worker process: kept from call to call while the worker lives when it is a GPU,
/// whose start takes long, and started anew for each call when it is the CPU device, which runs the
/// submission's own code.
class DeviceWorker {
 public:
  /// Starts a worker and asks it for its device. `limit` is for each call that launches the kernel;
  /// the start of a device does not count towards it. Throws EnvironmentError, naming why, when
  /// there is none.
  DeviceWorker(ChildCommand command, DeviceKind kind, std::chrono::milliseconds limit);

  const DeviceInfo& info() const { return info_; }

  /// Runs the kernel once on the matrix, which is in the submitted order. Throws EnvironmentError.
  KernelRun run(const CsrView& matrix, std::span<const float> x, int block_size);

  /// Times it against the baseline on the unsorted matrix, in a process that has not run it before.
  /// Throws EnvironmentError.
  KernelTiming time(const TimingTask& task);

  /// Counts one run of the kernel on the matrix. That a run was not counted is nobody's fault:
  /// never throws for it.
  KernelCounters count(const CsrView& matrix, std::span<const float> x, int block_size);

 private:
  void start();
  WorkerProcess& worker();
  std::optional<SubmissionFault> call(WorkerProcess& process, std::chrono::milliseconds limit);

  ChildCommand command_;
  WorkerRole role_;
  std::chrono::milliseconds limit_;
  DeviceInfo info_;
  std::unique_ptr<WorkerProcess> process_;
};

}  // namespace rowsort
