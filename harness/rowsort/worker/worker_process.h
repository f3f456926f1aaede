#pragma once

#include "rowsort/descriptor.h"

#include <chrono>
#include <memory>

#include "child_process.h"
#include "job.h"
#include "shared_memory.h"
#include "worker.h"

namespace rowsort {

/// A worker with its job's memory; its process group is killed when this object goes.
class WorkerProcess {
 public:
  /// Starts the worker: the command with kWorkerOption and the role behind it, and the descriptors
  /// of worker.h. Throws std::system_error when it cannot be started.
  WorkerProcess(const ChildCommand& command, WorkerRole role);

  /// The job's memory. Grow it and fill in the job before run().
  SharedMemory& memory() { return memory_; }

  /// Has the worker do the job that is in the memory. The worker is alive afterwards only after
  /// kAnswered.
  ChildEnd run(std::chrono::milliseconds limit);

  /// Kills the whole process group and waits for the worker.
  void kill();

  /// Kills the worker and makes its memory unchangeable, whatever it may have left running: from
  /// then on memory() can be read as often as need be and is always the same. False when a process
  /// still holds on to the memory or has sealed it itself.
  bool finish();

 private:
  SharedMemory memory_;
  std::unique_ptr<ChildProcess> process_;
  Descriptor channel_;
};

}  // namespace rowsort
