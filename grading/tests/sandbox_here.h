#pragma once

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <ios>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

/// Whether bubblewrap can set up a sandbox on this machine; some containers forbid it. Tests that
/// need a sandbox are skipped there, unless ROWSORT_REQUIRE_SANDBOX is set, as on machines that grade.
inline bool sandbox_works_here() {
  static const bool works =
      std::getenv("ROWSORT_REQUIRE_SANDBOX") != nullptr ||
      std::system(
          "bwrap --unshare-user --unshare-pid --unshare-net --ro-bind / / --proc /proc "
          "--dev /dev true 2>/dev/null") == 0;
  return works;
}

/// The command lines that name this path, of all processes.
inline std::vector<std::string> processes_that_name(const std::filesystem::path& path) {
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    if (entry.path().filename().string().find_first_not_of("0123456789") != std::string::npos) {
      continue;
    }
    try {
      std::ifstream file(entry.path() / "cmdline", std::ios::binary);
      const std::string command{std::istreambuf_iterator<char>(file), {}};
      if (command.find(path.string()) != std::string::npos) found.push_back(command);
    } catch (const std::ios_base::failure&) {
      // The process has ended meanwhile.
    }
  }
  return found;
}

/// The same after a moment, which the kernel needs to end the processes of a sandbox.
inline std::vector<std::string> processes_that_stay(const std::filesystem::path& path) {
  for (int i = 0; i < 500 && !processes_that_name(path).empty(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return processes_that_name(path);
}

#define ROWSORT_NEEDS_SANDBOX() \
  if (!sandbox_works_here()) GTEST_SKIP() << "bubblewrap cannot set up a sandbox on this machine"
