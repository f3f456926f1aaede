#pragma once

#include "rowsort/worker/job.h"
#include "rowsort/worker/shared_memory.h"
#include "rowsort/worker/worker.h"

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include <sys/types.h>

namespace rowsort {

/// The command that starts a worker: a program and its arguments. WorkerProcess appends
/// kWorkerOption and the role. The program inherits the two descriptors of worker.h, standard
/// output and error, and an empty standard input.
using WorkerCommand = std::vector<std::string>;

/// How a worker process came out of a job.
struct WorkerEnd {
  enum class Kind {
    kAnswered,   ///< it said that the job has ended
    kExited,     ///< it left without an answer; code is the exit status
    kSignalled,  ///< code is the signal
    kTimedOut    ///< it was killed at the limit
  } kind{};
  int code = 0;
};

/// A worker in a process group of its own; the group is killed when this object goes.
class WorkerProcess {
 public:
  /// Starts the worker. Throws std::system_error when it cannot be started.
  WorkerProcess(const WorkerCommand& command, WorkerRole role);
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  /// The job's memory. Grow it and fill in the job before run().
  SharedMemory& memory() { return memory_; }

  /// Has the worker do the job that is in the memory. The worker is alive afterwards only after
  /// kAnswered.
  WorkerEnd run(std::chrono::milliseconds limit);

  /// Kills the whole process group and waits for the worker. From then on nobody writes to the
  /// memory.
  void kill();

 private:
  WorkerEnd reap();

  SharedMemory memory_;
  int channel_ = -1;
  pid_t process_ = -1;
};

}  // namespace rowsort
