#pragma once

#include "rowsort/worker/child_process.h"

#include <chrono>
#include <cstddef>
#include <string>

namespace rowsort {

/// How a program ended, and what it printed.
struct ConfinedRun {
  ChildEnd end;
  std::string output;  ///< standard output and error together, at most kMaxConfinedOutput bytes
};

/// A program that prints more is killed.
inline constexpr std::size_t kMaxConfinedOutput = std::size_t{1} << 20;

/// Runs a command, mostly one of Sandbox::confine(), until it ends or for `limit`, and kills what it
/// has started. It inherits the descriptors in `inheritance`. Throws std::system_error when it
/// cannot be started.
ConfinedRun run_confined(const ChildCommand& command, ChildProcess::Inheritance inheritance,
                         std::chrono::milliseconds limit);

}  // namespace rowsort
