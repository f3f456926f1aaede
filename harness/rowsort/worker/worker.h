#pragma once

#include "rowsort/csr.h"
#include "rowsort/device/device.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace rowsort {

/// What a program is linked with: the four things that a submission defines, and its kernel once
/// more as the tracing CPU device runs it (device/trace.h).
struct Submission {
  std::vector<int> (*sort_rows)(const Csr&) = nullptr;
  Csr (*rebuild)(const Csr&, const std::vector<int>&) = nullptr;
  int block_size = 0;
  SpmvKernel* kernel = nullptr;
  SpmvKernel* traced_kernel = nullptr;
};

/// Which part of a submission a worker process runs.
enum class WorkerRole {
  kHost,  ///< sort_rows and rebuild
  kCpu,   ///< the kernel on the CPU device
  kCuda   ///< the kernel on a GPU; no host function of the submission is called
};

/// "host", "cpu" or "cuda"; what follows kWorkerOption on a worker's command line.
std::string worker_role_name(WorkerRole role);

/// First argument of a program that is to be a worker instead of what it is otherwise.
inline constexpr const char* kWorkerOption = "--rowsort-worker";

/// Descriptors that a worker inherits: the job's memory (job.h), and a socket on which the harness
/// writes one byte to start a job and the worker one byte when it has ended.
inline constexpr int kWorkerMemoryDescriptor = 3;
inline constexpr int kWorkerChannelDescriptor = 4;

/// Serves jobs until the harness closes the channel, then returns the process's exit status. Faults
/// of the submission go into the reply; only what the process itself cannot survive ends it.
///
/// `open_gpu` opens the device of the role cuda; empty in a program that is never to touch a GPU.
/// The functions of `submission` may be null in one that only serves that role.
int run_worker(const std::string& role_name, const Submission& submission,
               const std::function<std::unique_ptr<Device>()>& open_gpu);

}  // namespace rowsort
