#pragma once

#include "rowsort/descriptor.h"
#include "rowsort/errors.h"
#include "rowsort/matrix/csr_view.h"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "child_process.h"
#include "job.h"
#include "shared_memory.h"

namespace rowsort {

/// What a submission did instead of answering.
struct SubmissionFault {
  FaultKind kind{};
  std::string function;  ///< "sort_rows", "rebuild", "spmv_sorted"; empty before any of them ran
  std::string message;  ///< one sentence that names the function and the exception, signal or limit
};

/// What a worker process runs, and so whether it is believed.
enum class WorkerKind {
  kSubmission,  ///< the submission's own code: untrusted, and killed before its answer is read
  kJudge  ///< the kernel on a GPU, and no host function of it: believed, ready for another job
};

/// A job to be done.
struct Job {
  JobKind kind{};
  CsrView matrix{};
  std::span<const float> x{};  ///< empty in kPrepare, which has no use for it
  int block_size = 0;
  std::chrono::milliseconds limit{};
  std::size_t input_bytes = 0;  ///< of further input
  std::function<void(std::span<std::byte> input)> fill_input{};
};

/// What a worker left, of which only the header has been checked.
struct JobReply {
  bool done = false;           ///< false: rebuild failed, and the answer ends with the SortAnswer
  KernelMemory matrix;         ///< as the job left it
  std::span<std::byte> input;  ///< as the job left it
  Reader answer;
};

/// How a call ended.
struct CallResult {
  std::optional<SubmissionFault> fault;
  std::string unavailable;        ///< why this machine cannot do it, after JobOutcome::kUnavailable
  std::optional<int> block_size;  ///< the submission's; absent when its worker ended before it said
};

/// Throws SubmissionError (kMalformedAnswer) unless a worker of this kind can have left this header
/// after this job. `answered`: it said that it had ended the job.
void check_reply(const JobHeader& reply, JobKind job, WorkerKind worker, bool answered);

/// A worker with the memory that it shares. Its process group is killed when this object goes.
class WorkerProcess {
 public:
  /// Starts the command with the descriptors of job_server.h. Throws EnvironmentError when it cannot
  /// be started.
  WorkerProcess(const ChildCommand& command, WorkerKind kind);

  /// Has the worker do one job: lays it out in the memory, waits for the worker until its limit,
  /// and finds out what became of it. `read` is called when there is an answer; the SubmissionError
  /// that it throws for a malformed one becomes the fault.
  ///
  /// A worker of the submission's code is killed first, whatever it started, and the memory sealed:
  /// what `read` gets never changes again and belongs to this object. A judge takes its turn on the
  /// GPU (gpu_turn.h) and can be called again, unless it is at fault.
  ///
  /// Throws EnvironmentError for what is the machine's fault. Only a judge is believed when it says
  /// so.
  CallResult call(const Job& job, const std::function<void(JobReply& reply)>& read);

  SharedMemory& memory() { return memory_; }

 private:
  JobLayout lay_out(const Job& job);
  ChildEnd run(std::chrono::milliseconds limit);
  void conclude(const Job& job, const JobLayout& layout, const ChildEnd& end,
                const JobHeader& header, const std::function<void(JobReply&)>& read,
                CallResult& result);
  bool finish();

  WorkerKind kind_;
  SharedMemory memory_;
  std::unique_ptr<ChildProcess> process_;
  Descriptor channel_;
};

}  // namespace rowsort
