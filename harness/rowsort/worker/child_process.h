#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <sys/types.h>

namespace rowsort {

/// A program to be started beside this one, and what it may have.
struct ChildCommand {
  /// The program and its arguments. Its standard input is empty.
  std::vector<std::string> arguments;
  /// "NAME=value" each; this process's own when absent.
  std::optional<std::vector<std::string>> environment = {};
  /// Files that are opened for reading for it, each at a number from 3 to 8.
  std::vector<std::pair<int, std::string>> files = {};
  /// Whether standard output and error are thrown away; inherited otherwise.
  bool silent = false;
  /// Most memory that it and all processes it starts may have together, in bytes; 0 for no limit.
  /// Looked at from time to time, so an operating-system limit has to stand beside it.
  std::uint64_t memory_limit = 0;
  /// The program ends as bubblewrap, which leaves with 128 + n where what runs in it ended with
  /// signal n, and which is told to write to kSandboxStatusDescriptor (its --json-status-fd)
  /// whether the sandbox came about at all.
  bool in_bubblewrap = false;
  /// Before its group is killed it gets a SIGTERM and this long to end by itself, for a program
  /// that then ends what it has started.
  std::chrono::milliseconds grace{0};
};

/// See ChildCommand::in_bubblewrap.
inline constexpr int kSandboxStatusDescriptor = 9;

/// How a child process came out of what it was to do.
struct ChildEnd {
  enum class Kind {
    kAnswered,       ///< it said so itself and may still be alive
    kExited,         ///< code is the exit status
    kSignalled,      ///< code is the signal
    kTimedOut,       ///< it was killed at its limit of time
    kOverMemory,     ///< it was killed at its limit of memory
    kTooMuchOutput,  ///< it was killed because it wrote more than it may
    kNoSandbox       ///< the sandbox could not be set up: the machine's fault
  } kind{};
  int code = 0;
};

/// A process in a process group of its own; the group is killed when this object goes.
class ChildProcess {
 public:
  /// Descriptors of this process by the numbers at which the child is to find them; it inherits no
  /// others.
  using Inheritance = std::vector<std::pair<int, int>>;

  /// Throws std::system_error when it cannot be started.
  ChildProcess(const ChildCommand& command, const Inheritance& inheritance);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Waits until `descriptor` can be read or is closed at the other end; nothing then. Kills the
  /// child at `deadline` and at its limit of memory.
  std::optional<ChildEnd> wait_readable(int descriptor,
                                        std::chrono::steady_clock::time_point deadline);

  /// How it ended, for a child that has ended or is about to, which takes a while on a busy
  /// machine. Kills one that lives on until `deadline`, and at its limit of memory.
  ChildEnd reap(std::chrono::steady_clock::time_point deadline);

  /// Kills the whole process group, after the grace that the child was to have, and waits for it.
  void kill();

 private:
  bool sandbox_came_about() const;
  std::optional<ChildEnd> killed_at_limit(std::chrono::steady_clock::time_point deadline);

  std::uint64_t memory_limit_;
  bool in_bubblewrap_;
  std::chrono::milliseconds grace_;
  int sandbox_status_ = -1;
  pid_t process_ = -1;
};

}  // namespace rowsort
