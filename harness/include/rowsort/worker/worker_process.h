#pragma once

#include "rowsort/worker/job.h"
#include "rowsort/worker/shared_memory.h"
#include "rowsort/worker/worker.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace rowsort {

/// How a worker is started.
struct WorkerCommand {
  /// A program and its arguments, to which WorkerProcess appends kWorkerOption and the role. It
  /// inherits the two descriptors of worker.h, and an empty standard input.
  std::vector<std::string> arguments;
  /// "NAME=value" each; this process's own when absent.
  std::optional<std::vector<std::string>> environment = {};
  /// Whether standard output and error are thrown away; inherited otherwise.
  bool silent = false;
  /// Most memory that the worker and all processes it starts may have together, in bytes; 0 for
  /// no limit. Looked at every kWatchInterval, so an operating-system limit has to stand beside it.
  std::uint64_t memory_limit = 0;
  /// The program is bubblewrap. It leaves with 128 + n where what runs in it ended with signal n,
  /// and writes to the descriptor kSandboxStatusDescriptor, as its --json-status-fd, whether
  /// the sandbox came about at all.
  bool in_bubblewrap = false;
};

/// See WorkerCommand::in_bubblewrap.
inline constexpr int kSandboxStatusDescriptor = 5;

/// How often memory is looked at.
inline constexpr std::chrono::milliseconds kWatchInterval{100};

/// How a worker process came out of a job.
struct WorkerEnd {
  enum class Kind {
    kAnswered,    ///< it said that the job has ended
    kExited,      ///< it left without an answer; code is the exit status
    kSignalled,   ///< code is the signal
    kTimedOut,    ///< it was killed at the limit
    kOverMemory,  ///< it was killed at its command's memory_limit
    kNoSandbox    ///< bubblewrap could not set up the sandbox: the machine's fault
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

  /// Kills the whole process group and waits for the worker.
  void kill();

  /// Kills the worker and makes its memory unchangeable, whatever it may have left running: from
  /// then on memory() can be read as often as need be and is always the same. False when a process
  /// still holds on to the memory or has sealed it itself.
  bool finish();

 private:
  WorkerEnd reap();
  bool sandbox_came_about() const;

  std::uint64_t memory_limit_;
  bool in_bubblewrap_;
  SharedMemory memory_;
  int channel_ = -1;
  int sandbox_status_ = -1;
  pid_t process_ = -1;
};

}  // namespace rowsort
