#pragma once

#include "rowsort/exercise/grading.h"

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "sandbox/confined_run.h"

namespace rowsort {

/// Most bytes of a compiler's messages that go into a grade.
inline constexpr std::size_t kMaxBuildLog = 4096;

/// Why a compiler or linker failed: a limit, or its first errors with file and line. `paths` are
/// folders of this machine, which mean nothing to a student: they are removed from the names of
/// files. Throws EnvironmentError when the sandbox failed.
BuildFault build_fault(const std::string& tool, const ConfinedRun& run, std::chrono::seconds limit,
                       const std::vector<std::string>& paths);

/// The first line that is not empty, without its end.
std::string first_line(std::string_view text);

}  // namespace rowsort
