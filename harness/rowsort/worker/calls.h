#pragma once

#include "rowsort/device/device.h"
#include "rowsort/device/hardware_counters.h"
#include "rowsort/device/timing.h"
#include "rowsort/matrix/csr_view.h"
#include "rowsort/simt/trace.h"

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "worker_process.h"

/// The calls of a submission, each in a process of its own. What the submission does becomes a
/// SubmissionFault in the result; for what is the machine's fault they throw EnvironmentError.
namespace rowsort {

/// The answer of sort_rows and rebuild. Untrusted: the elements of the order and of the CSR are
/// unchecked, and are views of `memory`.
struct Prepared {
  SharedMemory memory;
  std::optional<int> block_size;              ///< absent when the worker ended before it said it
  std::optional<std::span<const int>> order;  ///< absent when sort_rows did not return
  std::optional<CsrView> rebuilt;             ///< absent when rebuild did not return
  std::optional<SubmissionFault> fault;       ///< present when something is absent
  std::optional<double> sort_seconds;         ///< in sort_rows; absent when it did not return
  std::optional<double> rebuild_seconds;      ///< in rebuild; absent when it did not return
};

/// Calls sort_rows and rebuild on the matrix.
Prepared prepare(const ChildCommand& command, const CsrView& matrix,
                 std::chrono::milliseconds limit);

/// What the tracing CPU device saw of a kernel. Untrusted, like all that a submission's process
/// says: the counts inform, and no check depends on them.
struct KernelTrace {
  std::optional<SubmissionFault> fault;  ///< what the kernel did wrong; the counts are then empty
  simt::TraceCounts counts;
};

/// Runs the submission's kernel once on the matrix, with every access counted and examined. Needs
/// no GPU.
KernelTrace trace(const ChildCommand& command, const CsrView& matrix, std::span<const float> x,
                  int block_size, std::chrono::milliseconds limit);

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

/// A device in a worker process. A GPU takes long to start, so its judge lives on from call to
/// call, until the kernel fails. The CPU device runs the submission's own code, so each call starts
/// a new worker.
class DeviceWorker {
 public:
  /// `command` starts a judge or a worker, as `kind` says. `limit` is for each call that launches
  /// the kernel; the start of a device does not count towards it. Starts a judge, and throws
  /// EnvironmentError, naming why, when there is no GPU.
  DeviceWorker(ChildCommand command, DeviceKind kind, std::chrono::milliseconds limit);

  const DeviceInfo& info() const { return info_; }

  /// Runs the kernel once on the matrix, which is in the submitted order.
  KernelRun run(const CsrView& matrix, std::span<const float> x, int block_size);

  /// Times it against the baseline on the unsorted matrix, in a process that has not run it before.
  /// Only on a GPU.
  KernelTiming time(const TimingTask& task);

  /// Counts one run of the kernel on the matrix. Nobody is at fault when it was not counted: never
  /// throws for it. Only on a GPU.
  KernelCounters count(const CsrView& matrix, std::span<const float> x, int block_size);

 private:
  std::unique_ptr<WorkerProcess> start_judge();
  CallResult call(const Job& job, const std::function<void(JobReply& reply)>& read);

  ChildCommand command_;
  DeviceKind kind_;
  std::chrono::milliseconds limit_;
  DeviceInfo info_;
  std::unique_ptr<WorkerProcess> judge_;  ///< the one that is alive, or null
};

}  // namespace rowsort
