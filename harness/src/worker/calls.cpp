#include "rowsort/worker/calls.h"

#include "rowsort/text.h"

#include <csignal>
#include <cstring>
#include <system_error>

namespace rowsort {
namespace {

// For a worker to start and open its device.
constexpr std::chrono::milliseconds kStartLimit{60'000};

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

// What went wrong in a job, from how the process ended and what it had written by then. Only a
// worker that runs none of the submission's host code is believed when it blames the environment.
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

// Sizes the memory for the job in its header.
JobLayout allot(SharedMemory& memory) {
  const JobLayout layout(job_header(memory));
  memory.grow(layout.bytes);
  return layout;
}

// Starting a worker and growing its memory fail only for want of something on the machine.
template <typename Work>
auto as_environment(Work work) try {
  return work();
} catch (const std::system_error& error) {
  throw EnvironmentError(error.what());
} catch (const std::bad_alloc&) {
  throw EnvironmentError("this machine has not enough memory");
}

void read_order(Prepared& prepared, const JobHeader& reply, std::size_t offset) {
  prepared.order = job_part<const int>(prepared.memory, offset, reply.order_size);
}

void read_rebuilt(Prepared& prepared, const JobHeader& reply, std::size_t offset) {
  std::size_t end = align_part(offset + prepared.order->size_bytes());
  const auto row_ptr = job_part<const int>(prepared.memory, end, reply.rebuilt_row_ptr_size);
  end = align_part(end + row_ptr.size_bytes());
  const auto col_idx = job_part<const int>(prepared.memory, end, reply.rebuilt_col_idx_size);
  end = align_part(end + col_idx.size_bytes());
  const auto val = job_part<const float>(prepared.memory, end, reply.rebuilt_val_size);
  prepared.rebuilt = CsrView(reply.rebuilt_cols, row_ptr, col_idx, val);
}

}  // namespace

Prepared prepare(const WorkerCommand& command, const CsrView& matrix,
                 std::chrono::milliseconds limit) {
  return as_environment([&] {
    WorkerProcess process(command, WorkerRole::kHost);
    start_job(process.memory(), JobKind::kPrepare, matrix);
    const JobLayout layout = allot(process.memory());
    // Only the matrix: a host job has no use for x, y and the guard bands.
    job_unsorted(process.memory(), layout).fill_matrix(matrix);
    const WorkerEnd end = process.run(limit);
    process.kill();

    Prepared prepared{std::move(process.memory()), {}, {}, {}, {}};
    prepared.memory.refresh();
    const JobHeader reply = job_header(prepared.memory);
    prepared.fault = fault_of(WorkerRole::kHost, end, reply, limit);
    if (end.kind == WorkerEnd::Kind::kAnswered || reply.stage != JobStage::kStarting) {
      prepared.block_size = reply.submission_block_size;
    }
    try {
      const bool sorted = !prepared.fault || reply.stage == JobStage::kRebuild;
      if (sorted) read_order(prepared, reply, layout.answer);
      if (!prepared.fault) read_rebuilt(prepared, reply, layout.answer);
    } catch (const std::out_of_range& error) {
      prepared.fault = SubmissionFault{
          "", std::string("the submission's process sent a malformed answer: ") + error.what()};
    }
    return prepared;
  });
}

DeviceWorker::DeviceWorker(WorkerCommand command, DeviceKind kind, std::chrono::milliseconds limit)
    : command_(std::move(command)),
      role_(kind == DeviceKind::kCuda ? WorkerRole::kCuda : WorkerRole::kCpu),
      limit_(limit) {
  as_environment([&] { start(); });
}

// Opening a GPU takes a second or two on some machines, and must not count as the kernel's time.
void DeviceWorker::start() {
  process_ = std::make_unique<WorkerProcess>(command_, role_);
  start_job(process_->memory(), JobKind::kProbe, {});
  if (const auto fault = call(*process_, kStartLimit)) throw EnvironmentError(fault->message);
  info_ = from_record(job_header(process_->memory()).device);
}

WorkerProcess& DeviceWorker::worker() {
  if (role_ == WorkerRole::kCpu) {
    process_ = std::make_unique<WorkerProcess>(command_, role_);
  } else if (!process_) {
    start();
  }
  return *process_;
}

// Runs the job in the process's memory. After a fault the process is gone, and its memory with it.
std::optional<SubmissionFault> DeviceWorker::call(WorkerProcess& process,
                                                  std::chrono::milliseconds limit) {
  const WorkerEnd end = process.run(limit);
  if (role_ == WorkerRole::kCpu) process.kill();
  process.memory().refresh();
  const JobHeader reply = job_header(process.memory());
  std::optional<SubmissionFault> fault = fault_of(role_, end, reply, limit);
  if (fault) process_.reset();
  return fault;
}

KernelRun DeviceWorker::run(const CsrView& matrix, std::span<const float> x, int block_size) {
  return as_environment([&] {
    WorkerProcess& process = worker();
    start_job(process.memory(), JobKind::kRun, matrix).block_size = block_size;
    const JobLayout layout = allot(process.memory());
    job_unsorted(process.memory(), layout).fill(matrix, x);

    KernelRun run;
    run.fault = call(process, limit_);
    if (run.fault) return run;
    const KernelMemory memory = job_unsorted(process.memory(), layout);
    run.y.assign(memory.y().begin(), memory.y().end());
    run.tampering = find_tampering(memory, matrix, x);
    return run;
  });
}

KernelTiming DeviceWorker::time(const CsrView& unsorted, const CsrView& submitted,
                                std::span<const float> x, int block_size, std::size_t pairs) {
  return as_environment([&] {
    WorkerProcess& process = worker();
    JobHeader& header = start_job(process.memory(), JobKind::kTime, unsorted);
    header.block_size = block_size;
    header.timed_pairs = pairs;
    const JobLayout layout = allot(process.memory());
    job_unsorted(process.memory(), layout).fill(unsorted, x);
    job_submitted(process.memory(), layout).fill(submitted, x);

    KernelTiming timing;
    timing.fault = call(process, limit_);
    if (timing.fault) return timing;
    const auto samples = job_part<TimedPair>(process.memory(), layout.samples, pairs);
    timing.pairs.assign(samples.begin(), samples.end());
    const auto results = job_part<float>(process.memory(), layout.results, pairs * unsorted.rows());
    timing.results.assign(results.begin(), results.end());
    timing.tampering = find_tampering(job_submitted(process.memory(), layout), submitted, x);
    return timing;
  });
}

}  // namespace rowsort
