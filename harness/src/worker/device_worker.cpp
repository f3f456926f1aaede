#include "rowsort/worker/device_worker.h"

#include "rowsort/worker/gpu_turn.h"

#include "call.h"

namespace rowsort {
namespace {

// For a worker to start and open its device.
constexpr std::chrono::milliseconds kStartLimit{60'000};

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
