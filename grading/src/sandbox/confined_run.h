#pragma once

#include "rowsort/worker/child_process.h"

#include <chrono>
#include <cstddef>
#include <string>

namespace rowsort {

/// What a program that was run to its end left.
struct ConfinedRun {
  ChildEnd end;
  std::string output;  ///< standard output and error together, at most kMaxConfinedOutput bytes
};

/// A program that writes more is ended.
inline constexpr std::size_t kMaxConfinedOutput = std::size_t{1} << 20;

/// Runs a command, mostly one of Sandbox::confine(), to its end, or to `limit`, and kills what it
/// has started. Descriptors are inherited as `inheritance` says. Throws std::system_error when it
/// cannot be started.
ConfinedRun run_confined(const ChildCommand& command, ChildProcess::Inheritance inheritance,
                         std::chrono::milliseconds limit);

}  // namespace rowsort
