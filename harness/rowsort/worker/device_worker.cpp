#include "device_worker.h"

#include "rowsort/device/cpu_device.h"
#include "rowsort/matrix/exact_inputs.h"

#include <algorithm>
#include <stdexcept>

#include "call.h"
#include "gpu_turn.h"

namespace rowsort {
namespace {

// For a worker to start and open its device.
constexpr std::chrono::milliseconds kStartLimit{60'000};

// The matrix with the signs that a run gave its rows.
Csr with_signs(const CsrView& matrix, const std::vector<float>& signs) {
  Csr signed_matrix{matrix.cols,
                    {matrix.row_ptr.begin(), matrix.row_ptr.end()},
                    {matrix.col_idx.begin(), matrix.col_idx.end()},
                    {matrix.val.begin(), matrix.val.end()}};
  for (std::size_t row = 0; row < matrix.rows(); ++row) {
    for (std::size_t e = matrix.row_begin(row); e < matrix.row_end(row); ++e) {
      signed_matrix.val[e] *= signs[row];
    }
  }
  return signed_matrix;
}

// Both memories hold the inputs of the last run.
std::optional<std::string> find_timed_tampering(SharedMemory& memory, const JobLayout& layout,
                                                const TimingTask& task,
                                                const TimingRecord& record) {
  const std::uint64_t seed = run_seed(task.seed, record.pairs - 1);
  const std::vector<float> x = exact_vector(task.unsorted.cols, seed);
  const std::vector<float> signs = exact_row_signs(task.unsorted.rows(), seed);
  const auto submitted =
      find_tampering(job_submitted(memory, layout), with_signs(task.submitted, signs), x);
  if (submitted) return submitted;
  const auto unsorted =
      find_tampering(job_unsorted(memory, layout), with_signs(task.unsorted, signs), x);
  if (unsorted) return "in the memory of the baseline's kernel, " + *unsorted;
  return std::nullopt;
}

}  // namespace

DeviceWorker::DeviceWorker(ChildCommand command, DeviceKind kind, std::chrono::milliseconds limit)
    : command_(std::move(command)),
      role_(kind == DeviceKind::kCuda ? WorkerRole::kCuda : WorkerRole::kCpu),
      limit_(limit) {
  as_environment([&] { start(); });
}

// Opening a GPU takes a second or two on some machines, and must not count as the kernel's time.
void DeviceWorker::start() {
  if (role_ == WorkerRole::kCpu) {
    // Not asked of the worker, which runs the submission's code and may say or not say anything.
    info_ = make_cpu_device(nullptr)->info();
    return;
  }
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
  std::optional<GpuTurn> turn;
  if (role_ == WorkerRole::kCuda) turn.emplace();
  const ChildEnd end = process.run(limit);
  const bool finished = role_ == WorkerRole::kCuda || process.finish();
  process.memory().refresh();
  const JobHeader reply = job_header(process.memory());
  std::optional<SubmissionFault> fault =
      finished ? fault_of(role_, end, reply, limit) : changeable_answer("spmv_sorted");
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

KernelTiming DeviceWorker::time(const TimingTask& task) {
  return as_environment([&] {
    if (role_ == WorkerRole::kCuda) start();
    WorkerProcess& process = worker();
    JobHeader& header = start_job(process.memory(), JobKind::kTime, task.unsorted);
    header.block_size = task.block_size;
    header.seed = task.seed;
    header.rule = task.rule;
    const JobLayout layout = allot(process.memory());
    const std::size_t rows = task.unsorted.rows();
    const std::vector<float> no_x(task.unsorted.cols);
    job_unsorted(process.memory(), layout).fill(task.unsorted, no_x);
    job_submitted(process.memory(), layout).fill(task.submitted, no_x);
    std::copy(task.order.begin(), task.order.end(),
              job_part<int>(process.memory(), layout.order, rows).begin());

    KernelTiming timing;
    timing.fault = call(process, limit_ + task.rule.budget);
    if (timing.fault) return timing;
    try {
      SharedMemory& memory = process.memory();
      const auto record = job_part<const TimingRecord>(memory, layout.timing, 1).front();
      const auto pairs = job_part<const TimedPair>(memory, layout.samples, record.pairs);
      const auto results = job_part<const float>(memory, layout.results, record.pairs * rows);
      timing.samples = from_record(record);
      timing.samples.pairs.assign(pairs.begin(), pairs.end());
      timing.results.assign(results.begin(), results.end());
      if (record.pairs > 0) timing.tampering = find_timed_tampering(memory, layout, task, record);
    } catch (const std::out_of_range& error) {
      timing.fault = malformed_answer("spmv_sorted", error);
    }
    return timing;
  });
}

KernelCounters DeviceWorker::count(const CsrView& matrix, std::span<const float> x,
                                   int block_size) {
  try {
    WorkerProcess& process = worker();
    start_job(process.memory(), JobKind::kCount, matrix).block_size = block_size;
    const JobLayout layout = allot(process.memory());
    job_unsorted(process.memory(), layout).fill(matrix, x);
    if (const auto fault = call(process, limit_)) {
      return {{}, "the run to be counted failed: " + fault->message};
    }
    const JobHeader& reply = job_header(process.memory());
    if (!reply.counted) return {{}, load_text(reply.message)};
    return {reply.counters, {}};
  } catch (const std::exception& error) {
    return {{}, error.what()};
  }
}

}  // namespace rowsort
