#pragma once

#include <filesystem>

namespace rowsort {

/// Writes the seccomp filter of a sandboxed program, in the form that bwrap's --seccomp reads. It
/// makes calls fail with EPERM that no compiler and no submission needs: calls that reach other
/// processes, make namespaces or mounts, administer the machine, or open parts of the kernel with a
/// history of holes. Throws EnvironmentError.
void write_system_call_filter(const std::filesystem::path& file);

}  // namespace rowsort
