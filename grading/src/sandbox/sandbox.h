#pragma once

#include "rowsort/worker/child_process.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace rowsort {

enum class Isolation {
  kBubblewrap,  ///< own user, pid, network, ipc and mount namespaces, and limits
  kNone         ///< limits alone: for machines where namespaces are forbidden
};

/// "bubblewrap" or "none": the name in a grade and on the command line.
std::string_view isolation_name(Isolation isolation);

/// What a confined program may use. The first four are limits of the operating system for each
/// process; `memory` is for all of them together.
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

/// What a confined program sees of the machine, each path at its own place and read-only; nothing
/// else is there but a private /tmp, an own /proc and a /dev without devices.
struct View {
  std::vector<std::filesystem::path> paths;
  std::filesystem::path folder = "/tmp";  ///< where it starts
};

/// Confines programs that run code nobody has read.
///
/// With kBubblewrap by bubblewrap (bwrap), as the user nobody where this process is root, since the
/// limit on processes does not hold for root. Environment and descriptors are cleared in both ways,
/// and what a program has started ends with it, and with this process however that ends
/// (grading/guard/main.cpp).
class Sandbox {
 public:
  /// `scratch` is a folder of this process that views may show parts of; with kNone it also holds
  /// the programs' temporary files. `guard` is the worker kit's (WorkerKit::guard). Tries the
  /// sandbox out: throws EnvironmentError, naming why and what to do, when it cannot be had.
  Sandbox(Isolation isolation, const std::filesystem::path& scratch, std::filesystem::path guard);

  Isolation isolation() const { return isolation_; }

  /// The command that runs `program` confined. Its output is thrown away.
  ChildCommand confine(const std::vector<std::string>& program, const View& view,
                       const Limits& limits) const;

  /// Lets a confined program read `path`, which this process made.
  void show(const std::filesystem::path& path) const;

 private:
  void try_out() const;

  Isolation isolation_;
  std::filesystem::path scratch_;
  std::filesystem::path guard_;
  bool as_nobody_;
};

/// What every program needs to start: the dynamic loader's libraries.
std::vector<std::filesystem::path> library_paths();

}  // namespace rowsort
