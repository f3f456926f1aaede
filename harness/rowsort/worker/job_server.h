#pragma once

#include <functional>

#include "job.h"

/// The worker's side of a job, whoever serves it: worker.h for the submission's own code, gpu/judge.h
/// for a GPU.
namespace rowsort {

/// Descriptors that a worker inherits: the job's memory, and a socket on which the harness writes a
/// byte to start a job and the worker a byte when it has ended.
inline constexpr int kWorkerMemoryDescriptor = 3;
inline constexpr int kWorkerChannelDescriptor = 4;

/// A job as its worker sees it.
class ServedJob {
 public:
  explicit ServedJob(SharedMemory& memory)
      : memory_(memory), layout_(job_header(memory)), answer_(memory, layout_.answer) {}

  SharedMemory& memory() { return memory_; }
  /// Moves when answer() is called.
  JobHeader& header() { return job_header(memory_); }
  KernelMemory matrix() const { return layout_.matrix_in(memory_); }
  std::span<std::byte> input() const { return layout_.input_in(memory_); }

  /// Says what comes next, before a call that may not return.
  void enter(JobStage stage);

  /// Appends a part to the answer. Throws SubmissionError when that makes it too large.
  template <typename T>
  void answer(T part) {
    fields(answer_, part);
  }

 private:
  SharedMemory& memory_;
  JobLayout layout_;
  Writer answer_;
};

/// Has `handle` do jobs until the harness closes the channel, then returns the process's exit
/// status. What it throws is the outcome of the job: CountersUnavailable is nobody's fault, another
/// EnvironmentError the machine's, anything else the submission's.
int serve_jobs(const std::function<void(ServedJob&)>& handle);

}  // namespace rowsort
