#include "worker_process.h"

#include "rowsort/text.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>
#include <new>
#include <system_error>

#include "gpu_turn.h"
#include "job_server.h"
#include <sys/socket.h>

namespace rowsort {
namespace {

// The faults that a worker itself can tell of; all others show in how it ends, or are found by a
// check.
constexpr std::array kToldFaults = {FaultKind::kThrew,           FaultKind::kMemoryLimit,
                                    FaultKind::kMalformedAnswer, FaultKind::kIllegalLaunch,
                                    FaultKind::kIllegalAddress,  FaultKind::kKernelFailed};
constexpr int kLastSignal = 64;

// Does work that fails only for want of something on the machine.
template <typename Work>
auto on_this_machine(Work work) try {
  return work();
} catch (const std::system_error& error) {
  throw EnvironmentError(error.what());
} catch (const std::bad_alloc&) {
  throw EnvironmentError("this machine has not enough memory");
}

// By JobStage.
constexpr std::array kFunctionNames = {"", "sort_rows", "rebuild", "spmv_sorted", ""};

std::string signal_text(int signal) {
  const char* abbreviation = sigabbrev_np(signal);
  const char* description = strsignal(signal);
  if (abbreviation == nullptr) return "signal " + std::to_string(signal);
  return std::string("SIG") + abbreviation + " (" + description + ")";
}

// " at row_sort.cu:41", where the process could tell.
std::string crash_place(const JobHeader& reply) {
  const std::string place = reply.crash_signal != 0 ? load_text(reply.message) : "";
  return place.empty() ? "" : " at " + place;
}

std::string seconds_text(std::chrono::milliseconds limit) {
  return shortest(static_cast<double>(limit.count()) / 1000.0) + " s";
}

// What a signal that ended the process says of the submission.
SubmissionFault signal_fault(const ChildEnd& end, const JobHeader& reply) {
  const bool in_kernel = reply.stage == JobStage::kKernel;
  // A process may be ended by the alarm of its own crash report.
  const int signal = reply.crash_signal != 0 ? reply.crash_signal : end.code;
  if (signal == SIGXCPU) {
    return {in_kernel ? FaultKind::kKernelTimedOut : FaultKind::kTimedOut, "",
            "used up its limit of processor time"};
  }
  const bool illegal_address = in_kernel && (signal == SIGSEGV || signal == SIGBUS);
  return {illegal_address ? FaultKind::kIllegalAddress : FaultKind::kCrashed, "",
          "crashed with " + signal_text(signal) + crash_place(reply)};
}

// What the end of a process that has not answered says of the submission; `reply` is what it had
// written by then.
SubmissionFault end_fault(const ChildEnd& end, const JobHeader& reply,
                          std::chrono::milliseconds limit) {
  switch (end.kind) {
    case ChildEnd::Kind::kTimedOut:
      return {reply.stage == JobStage::kKernel ? FaultKind::kKernelTimedOut : FaultKind::kTimedOut,
              "", "did not return within its limit of " + seconds_text(limit)};
    case ChildEnd::Kind::kOverMemory:
      return {FaultKind::kMemoryLimit, "", "took more memory than a submission may have"};
    case ChildEnd::Kind::kSignalled:
      return signal_fault(end, reply);
    default:
      return {FaultKind::kNoAnswer, "",
              "ended the process without an answer (exit status " + std::to_string(end.code) + ")"};
  }
}

// The fault of a job that is not done.
SubmissionFault fault_of(const ChildEnd& end, const JobHeader& reply, WorkerKind worker,
                         std::chrono::milliseconds limit) {
  SubmissionFault fault = end.kind == ChildEnd::Kind::kAnswered
                              ? SubmissionFault{reply.fault, "", load_text(reply.message)}
                              : end_fault(end, reply, limit);
  fault.function = kFunctionNames[static_cast<std::size_t>(reply.stage)];
  // A judge runs nothing of the submission before the kernel.
  if (worker == WorkerKind::kJudge &&
      (fault.function.empty() || reply.outcome == JobOutcome::kEnvironmentFault)) {
    throw EnvironmentError(fault.message);
  }
  fault.message =
      (fault.function.empty() ? "the submission's process" : fault.function) + " " + fault.message;
  return fault;
}

void require(bool condition, const char* otherwise) {
  if (!condition) throw SubmissionError(FaultKind::kMalformedAnswer, otherwise);
}

bool is_stage_of(JobKind job, JobStage stage) {
  if (stage == JobStage::kSortRows || stage == JobStage::kRebuild) return job == JobKind::kPrepare;
  if (stage == JobStage::kKernel) return job != JobKind::kPrepare && job != JobKind::kProbe;
  return stage == JobStage::kStarting || stage == JobStage::kFinished;
}

bool is_outcome_of(JobKind job, WorkerKind worker, JobOutcome outcome) {
  if (outcome <= JobOutcome::kSubmissionFault) return true;
  if (worker != WorkerKind::kJudge) return false;
  return outcome == JobOutcome::kEnvironmentFault ||
         (outcome == JobOutcome::kUnavailable && job == JobKind::kCount);
}

}  // namespace

void check_reply(const JobHeader& reply, JobKind job, WorkerKind worker, bool answered) {
  require(is_stage_of(job, reply.stage),
          "sent a malformed answer: it names a stage that this job does not have");
  require(is_outcome_of(job, worker, reply.outcome),
          "sent a malformed answer: it names an outcome that it cannot have");
  const bool told =
      std::find(kToldFaults.begin(), kToldFaults.end(), reply.fault) != kToldFaults.end();
  require(told || (reply.fault == FaultKind{} && reply.outcome != JobOutcome::kSubmissionFault),
          "sent a malformed answer: it names a fault that is not for it to find");
  require(reply.crash_signal >= 0 && reply.crash_signal <= kLastSignal,
          "sent a malformed answer: it names a signal that does not exist");
  if (!answered) return;
  require(reply.outcome != JobOutcome::kNone, "sent a malformed answer: it has no outcome");
  require((reply.outcome == JobOutcome::kDone) == (reply.stage == JobStage::kFinished),
          "sent a malformed answer: its outcome contradicts its stage");
}

WorkerProcess::WorkerProcess(const ChildCommand& command, WorkerKind kind)
    : kind_(kind), channel_(-1) {
  on_this_machine([&] {
    memory_ = SharedMemory::create(kHeaderBytes);
    int sockets[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) throw_errno("socketpair");
    channel_ = Descriptor(sockets[0]);
    const Descriptor their_channel(sockets[1]);
    process_ = std::make_unique<ChildProcess>(
        command, ChildProcess::Inheritance{{kWorkerMemoryDescriptor, memory_.descriptor()},
                                           {kWorkerChannelDescriptor, their_channel.get()}});
  });
}

CallResult WorkerProcess::call(const Job& job, const std::function<void(JobReply&)>& read) {
  return on_this_machine([&] {
    const JobLayout layout = lay_out(job);
    const ChildEnd end = run(job.limit);
    const bool sealed = kind_ == WorkerKind::kJudge || finish();
    if (end.kind == ChildEnd::Kind::kNoSandbox) {
      throw EnvironmentError("bubblewrap could not set up a sandbox (exit status " +
                             std::to_string(end.code) + ")");
    }
    // A copy, so that nothing changes between its check and its use.
    const JobHeader header = job_header(memory_);
    CallResult result;
    const bool began = end.kind == ChildEnd::Kind::kAnswered || header.stage != JobStage::kStarting;
    if (began) result.block_size = header.submission_block_size;
    try {
      require(sealed, "left something running that holds on to its answer");
      conclude(job, layout, end, header, read, result);
    } catch (const SubmissionError& malformed) {
      if (kind_ == WorkerKind::kJudge) {
        throw EnvironmentError(std::string("the judge ") + malformed.what());
      }
      const char* first_function = job.kind == JobKind::kPrepare ? "sort_rows" : "spmv_sorted";
      result.fault = {malformed.kind(), began ? first_function : "",
                      std::string("the submission's process ") + malformed.what()};
    }
    return result;
  });
}

// Throws SubmissionError for a malformed answer.
void WorkerProcess::conclude(const Job& job, const JobLayout& layout, const ChildEnd& end,
                             const JobHeader& header, const std::function<void(JobReply&)>& read,
                             CallResult& result) {
  const bool answered = end.kind == ChildEnd::Kind::kAnswered;
  check_reply(header, job.kind, kind_, answered);
  if (answered && header.outcome == JobOutcome::kUnavailable) {
    result.unavailable = load_text(header.message);
    return;
  }
  const bool done = answered && header.outcome == JobOutcome::kDone;
  if (!done) result.fault = fault_of(end, header, kind_, job.limit);
  if (!done && header.stage != JobStage::kRebuild) return;
  JobReply reply{done, layout.matrix_in(memory_), layout.input_in(memory_),
                 Reader(memory_.bytes(), layout.answer)};
  read(reply);
}

JobLayout WorkerProcess::lay_out(const Job& job) {
  JobHeader header{};
  header.kind = job.kind;
  header.block_size = job.block_size;
  header.rows = job.matrix.rows();
  header.cols = job.matrix.cols;
  header.nnz = job.matrix.nnz();
  header.input_bytes = job.input_bytes;
  const JobLayout layout(header);
  memory_.grow(layout.answer);
  job_header(memory_) = header;
  KernelMemory matrix = layout.matrix_in(memory_);
  // Neither x, y nor guard bands have a use in kPrepare.
  job.kind == JobKind::kPrepare ? matrix.fill_matrix(job.matrix) : matrix.fill(job.matrix, job.x);
  if (job.fill_input) job.fill_input(layout.input_in(memory_));
  return layout;
}

ChildEnd WorkerProcess::run(std::chrono::milliseconds limit) {
  const Descriptor turn = kind_ == WorkerKind::kJudge ? take_gpu_turn() : Descriptor(-1);
  char byte = 1;
  // A worker that is gone already shows below; MSG_NOSIGNAL keeps its SIGPIPE away.
  static_cast<void>(send(channel_.get(), &byte, 1, MSG_NOSIGNAL));
  const auto deadline = std::chrono::steady_clock::now() + limit;
  if (const auto end = process_->wait_readable(channel_.get(), deadline)) return *end;
  const bool answered = recv(channel_.get(), &byte, 1, 0) == 1;
  if (!answered) return process_->reap(deadline);
  memory_.refresh();
  return {ChildEnd::Kind::kAnswered, 0};
}

// Kills the worker and makes its memory unchangeable. False when a process still holds on to the
// memory or has sealed it itself.
bool WorkerProcess::finish() {
  // For what a submission started to notice that the sandbox has gone.
  constexpr std::chrono::milliseconds kPatience{5000};
  process_->kill();
  return memory_.seal(kPatience);
}

}  // namespace rowsort
