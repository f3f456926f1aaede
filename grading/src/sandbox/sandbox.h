#pragma once

#include "rowsort/worker/child_process.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace rowsort {

enum class Isolation {
  kBubblewrap,  ///< own user, pid, network, ipc and mount namespaces, and limits
  kNone         ///< only limits: for machines where namespaces are forbidden
};

/// "bubblewrap" or "none": the name in a grade and on the command line.
std::string_view isolation_name(Isolation isolation);

/// What a confined program may use. `memory` is for all of its processes together; the operating
/// system enforces the limits of each process.
struct Limits {
  std::chrono::seconds processor_time{60};
  std::uint64_t data_bytes = std::uint64_t{4} << 30;  ///< private memory that can be written to
  std::uint64_t file_bytes = std::uint64_t{1} << 30;  ///< largest file, and largest answer
  std::uint64_t open_files = 256;
  /// Processes and threads; a submission may want a thread for each core.
  std::uint64_t processes = 64 + 4 * std::uint64_t{std::thread::hardware_concurrency()};
  std::uint64_t memory = std::uint64_t{6} << 30;
  std::uint64_t tmp_bytes = std::uint64_t{256} << 20;  ///< its private /tmp
};

/// What a confined program sees of the machine: each path at its own place, read-only. Besides these
/// there are only a private /tmp, a /proc of its own, and a /dev with nothing of the machine.
struct View {
  std::vector<std::filesystem::path> paths;
  std::filesystem::path folder = "/tmp";  ///< where it starts
};

/// Confines programs that run code nobody has read.
///
/// kBubblewrap uses bubblewrap (bwrap). Where this process is root, the program runs as the user
/// nobody, because root has no limit on processes. With either isolation, the program gets a new
/// environment and none of this process's descriptors. All that it starts ends when it ends, and
/// when this process ends in any way (grading/guard/main.cpp).
class Sandbox {
 public:
  /// `scratch` is a folder of this process, of which views may show parts; with kNone, programs have
  /// their temporary files there. `guard` is that of the worker kit (WorkerKit::guard). Runs a
  /// program in the sandbox as a test: throws EnvironmentError, with the reason and a remedy, when
  /// that fails.
  Sandbox(Isolation isolation, const std::filesystem::path& scratch, std::filesystem::path guard);

  Isolation isolation() const { return isolation_; }

  /// The command that runs `program` confined, with its output discarded.
  ChildCommand confine(const std::vector<std::string>& program, const View& view,
                       const Limits& limits) const;

  /// Allows confined programs to read `path`, which this process made.
  void show(const std::filesystem::path& path) const;

 private:
  void try_out() const;

  Isolation isolation_;
  std::filesystem::path scratch_;
  std::filesystem::path guard_;
  bool as_nobody_;
};

/// The parts of a command line, one after the other.
std::vector<std::string> command_line(std::initializer_list<std::vector<std::string>> parts);

/// What every program needs to start: the dynamic loader's libraries.
std::vector<std::filesystem::path> library_paths();

}  // namespace rowsort
