#pragma once

#include "rowsort/descriptor.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <sys/types.h>

namespace rowsort {

/// A program to be started in a process of its own, and what it may have.
struct ChildCommand {
  /// The program and its arguments. Its standard input is empty.
  std::vector<std::string> arguments;
  /// "NAME=value" each; the environment of this process when absent.
  std::optional<std::vector<std::string>> environment = {};
  /// Files to open for reading in it, each as a descriptor from 3 to 8.
  std::vector<std::pair<int, std::string>> files = {};
  /// Discards its standard output and error, which it inherits otherwise.
  bool silent = false;
  /// Most memory that it and all processes it starts may have together, in bytes; 0 for no limit.
  /// This is looked at ten times a second only, so set a limit of the operating system too.
  std::uint64_t memory_limit = 0;
  /// The program is bubblewrap: it exits with 128 + n when what runs in it ended with signal n, and
  /// writes to kSandboxStatusDescriptor (its --json-status-fd) whether there was a sandbox at all.
  bool in_bubblewrap = false;
  /// Before its group is killed it gets a SIGTERM and this long to end by itself. For a program that
  /// then ends what it has started.
  std::chrono::milliseconds grace{0};
};

/// See ChildCommand::in_bubblewrap.
inline constexpr int kSandboxStatusDescriptor = 9;

/// How a child process ended.
struct ChildEnd {
  enum class Kind {
    kAnswered,       ///< it said that it is done, and may still be alive
    kExited,         ///< code is the exit status
    kSignalled,      ///< code is the signal
    kTimedOut,       ///< it was killed at its time limit
    kOverMemory,     ///< it was killed at its memory limit
    kTooMuchOutput,  ///< it was killed because it wrote more than it may
    kNoSandbox       ///< the sandbox could not be set up: the machine's fault
  } kind{};
  int code = 0;
};

/// A process in a process group of its own. The group is killed when this object goes.
class ChildProcess {
 public:
  /// Pairs of a descriptor number in the child and the descriptor of this process that it is a copy
  /// of. The child inherits no others.
  using Inheritance = std::vector<std::pair<int, int>>;

  /// Throws std::system_error when it cannot be started.
  ChildProcess(const ChildCommand& command, const Inheritance& inheritance);
  ~ChildProcess() { kill(); }
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Waits until `descriptor` can be read or is closed at the other end, and returns nothing then.
  /// Kills the child at `deadline` and at its memory limit.
  std::optional<ChildEnd> wait_readable(int descriptor,
                                        std::chrono::steady_clock::time_point deadline);

  /// Waits until it has ended, and says how. Kills it at `deadline` and at its memory limit.
  ChildEnd reap(std::chrono::steady_clock::time_point deadline);

  /// Kills the whole process group, after the child's grace, and waits for the child.
  void kill();

 private:
  bool sandbox_came_about() const;
  std::optional<ChildEnd> killed_at_limit(std::chrono::steady_clock::time_point deadline);

  ChildCommand command_;
  Descriptor sandbox_status_{-1};
  pid_t process_ = -1;
};

}  // namespace rowsort
