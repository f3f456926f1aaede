#include "call.h"

#include "rowsort/text.h"

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

std::string seconds_text(std::chrono::milliseconds limit) {
  return shortest(static_cast<double>(limit.count()) / 1000.0) + " s";
}

std::string end_text(const WorkerEnd& end, std::chrono::milliseconds limit) {
  switch (end.kind) {
    case WorkerEnd::Kind::kTimedOut:
      return "did not return within its limit of " + seconds_text(limit);
    case WorkerEnd::Kind::kSignalled:
      return "crashed with " + signal_text(end.code);
    case WorkerEnd::Kind::kExited:
      return "ended the process without an answer (exit status " + std::to_string(end.code) + ")";
    case WorkerEnd::Kind::kAnswered:
      break;
  }
  return "did not answer";
}

}  // namespace

std::optional<SubmissionFault> fault_of(WorkerRole role, const WorkerEnd& end,
                                        const JobHeader& reply, std::chrono::milliseconds limit) {
  const std::string function = function_name(reply.stage);
  const bool answered = end.kind == WorkerEnd::Kind::kAnswered;
  if (answered && reply.outcome == JobOutcome::kDone) return std::nullopt;
  const bool explained = answered && reply.outcome != JobOutcome::kNone;
  const std::string what = explained ? load_text(reply.message) : end_text(end, limit);
  const bool before_kernel = function.empty() || reply.outcome == JobOutcome::kEnvironmentFault;
  if (role == WorkerRole::kCuda && before_kernel) throw EnvironmentError(what);
  if (function.empty()) return SubmissionFault{"", "the submission's process " + what};
  return SubmissionFault{function, function + " " + what};
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

SubmissionFault malformed_answer(const std::out_of_range& error) {
  return {"", std::string("the submission's process sent a malformed answer: ") + error.what()};
}

}  // namespace rowsort
