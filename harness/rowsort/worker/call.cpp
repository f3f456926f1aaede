#include "call.h"

#include "rowsort/text.h"

#include <csignal>
#include <cstring>

namespace rowsort {
namespace {

const char* function_name(JobStage stage) {
  switch (stage) {
    case JobStage::kSortRows:
      return "sort_rows";
    case JobStage::kRebuild:
      return "rebuild";
    case JobStage::kKernel:
      return "spmv_sorted";
    default:
      return "";
  }
}

std::string signal_text(int signal) {
  const char* abbreviation = sigabbrev_np(signal);
  const char* description = strsignal(signal);
  if (abbreviation == nullptr) return "signal " + std::to_string(signal);
  return std::string("SIG") + abbreviation + " (" + description + ")";
}

// " at row_sort.cu:41", where the process could tell. Untrusted, like all that it wrote.
std::string crash_place(const JobHeader& reply) {
  const std::string place = reply.crash_signal != 0 ? load_text(reply.message) : "";
  return place.empty() ? "" : " at " + place;
}

std::string seconds_text(std::chrono::milliseconds limit) {
  return shortest(static_cast<double>(limit.count()) / 1000.0) + " s";
}

// What the end of a process says of the submission; `reply` is what it had written by then.
SubmissionFault end_fault(const ChildEnd& end, const JobHeader& reply,
                          std::chrono::milliseconds limit) {
  const bool in_kernel = reply.stage == JobStage::kKernel;
  // A process may be ended by the alarm of its own crash report.
  const int signal = reply.crash_signal != 0 ? reply.crash_signal : end.code;
  switch (end.kind) {
    case ChildEnd::Kind::kTimedOut:
      return {in_kernel ? FaultKind::kKernelTimedOut : FaultKind::kTimedOut, "",
              "did not return within its limit of " + seconds_text(limit)};
    case ChildEnd::Kind::kOverMemory:
      return {FaultKind::kMemoryLimit, "", "took more memory than a submission may have"};
    case ChildEnd::Kind::kSignalled:
      if (signal == SIGXCPU) {
        return {in_kernel ? FaultKind::kKernelTimedOut : FaultKind::kTimedOut, "",
                "used up its limit of processor time"};
      }
      return {in_kernel && (signal == SIGSEGV || signal == SIGBUS) ? FaultKind::kIllegalAddress
                                                                   : FaultKind::kCrashed,
              "", "crashed with " + signal_text(signal) + crash_place(reply)};
    case ChildEnd::Kind::kExited:
      return {FaultKind::kNoAnswer, "",
              "ended the process without an answer (exit status " + std::to_string(end.code) + ")"};
    case ChildEnd::Kind::kNoSandbox:
      throw EnvironmentError("bubblewrap could not set up a sandbox (exit status " +
                             std::to_string(end.code) + ")");
    case ChildEnd::Kind::kAnswered:
    case ChildEnd::Kind::kTooMuchOutput:
      break;
  }
  return {FaultKind::kNoAnswer, "", "did not answer"};
}

}  // namespace

std::optional<SubmissionFault> fault_of(WorkerRole role, const ChildEnd& end,
                                        const JobHeader& reply, std::chrono::milliseconds limit) {
  const bool answered = end.kind == ChildEnd::Kind::kAnswered;
  if (answered && reply.outcome == JobOutcome::kDone) return std::nullopt;
  const bool explained = answered && reply.outcome != JobOutcome::kNone;
  SubmissionFault fault = explained ? SubmissionFault{reply.fault, "", load_text(reply.message)}
                                    : end_fault(end, reply, limit);
  fault.function = function_name(reply.stage);
  const bool before_kernel =
      fault.function.empty() || reply.outcome == JobOutcome::kEnvironmentFault;
  if (role == WorkerRole::kCuda && before_kernel) throw EnvironmentError(fault.message);
  fault.message =
      (fault.function.empty() ? "the submission's process" : fault.function) + " " + fault.message;
  return fault;
}

JobHeader& start_job(SharedMemory& memory, JobKind kind, const CsrView& matrix) {
  JobHeader& header = job_header(memory);
  header = {};
  header.kind = kind;
  header.rows = matrix.rows();
  header.cols = matrix.cols;
  header.nnz = matrix.nnz();
  return header;
}

JobLayout allot(SharedMemory& memory) {
  const JobLayout layout(job_header(memory));
  memory.grow(layout.bytes);
  return layout;
}

SubmissionFault changeable_answer(const std::string& function) {
  return {FaultKind::kMalformedAnswer, function,
          "the submission's process left something running that holds on to its answer"};
}

SubmissionFault malformed_answer(const std::string& function, const std::out_of_range& error) {
  return {FaultKind::kMalformedAnswer, function,
          std::string("the submission's process sent a malformed answer: ") + error.what()};
}

}  // namespace rowsort
