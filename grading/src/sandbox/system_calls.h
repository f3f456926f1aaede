#pragma once

#include <filesystem>

namespace rowsort {

/// Writes the seccomp filter that a sandboxed program runs under, as bwrap's --seccomp reads it:
/// calls that no compiler and no submission needs, and that reach other processes (ptrace,
/// process_vm_*, pidfd_getfd), make namespaces and mounts, or open parts of the kernel with a
/// history of holes (bpf, io_uring, userfaultfd, keyrings, perf), fail with EPERM. Throws
/// EnvironmentError.
void write_system_call_filter(const std::filesystem::path& file);

}  // namespace rowsort
