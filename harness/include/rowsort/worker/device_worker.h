#pragma once

#include "rowsort/device/device.h"
#include "rowsort/matrix/csr_view.h"
#include "rowsort/worker/faults.h"
#include "rowsort/worker/worker_process.h"

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace rowsort {

/// What the kernel left behind; y is empty after a fault.
struct KernelRun {
  std::optional<SubmissionFault> fault;
  std::vector<float> y;                  ///< by position
  std::optional<std::string> tampering;  ///< what it changed that it must not, as one sentence
};

/// What timing left behind; all but `fault` is empty after one.
struct KernelTiming {
  std::optional<SubmissionFault> fault;
  std::vector<TimedPair> pairs;
  std::vector<float> results;  ///< y of each timed run of the submission, one after the other
  std::optional<std::string> tampering;
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

  /// Times it `pairs` times against the baseline on the unsorted matrix. Throws EnvironmentError.
  KernelTiming time(const CsrView& unsorted, const CsrView& submitted, std::span<const float> x,
                    int block_size, std::size_t pairs);

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
