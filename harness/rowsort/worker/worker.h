#pragma once

#include "rowsort/csr.h"
#include "rowsort/device/device.h"

#include <vector>

namespace rowsort {

/// What a program is linked with: the four things that a submission defines, and its kernel once
/// more in the build that the tracing CPU device runs.
struct Submission {
  std::vector<int> (*sort_rows)(const Csr&) = nullptr;
  Csr (*rebuild)(const Csr&, const std::vector<int>&) = nullptr;
  int block_size = 0;
  SpmvKernel* kernel = nullptr;
  SpmvKernel* traced_kernel = nullptr;
};

/// The only argument of a program that is to be a worker instead of what it is otherwise.
inline constexpr const char* kWorkerOption = "--rowsort-worker";

/// Serves the jobs kPrepare, kRun and kTrace (job.h) with this submission, on the CPU, until the
/// harness closes the channel; returns the process's exit status.
///
/// A crash of the process (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS) leaves its signal in
/// the job's header and, where debug information tells, the line of the submission; then the signal
/// takes its usual course. That works after a stack overflow too.
int run_worker(const Submission& submission);

}  // namespace rowsort
