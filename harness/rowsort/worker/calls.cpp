#include "calls.h"

#include "rowsort/device/cpu_device.h"
#include "rowsort/matrix/exact_inputs.h"

#include <algorithm>

#include "judge_job.h"

namespace rowsort {
namespace {

// For a judge to start and open its device, which takes a second or two on some machines.
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
std::optional<std::string> find_timed_tampering(const KernelMemory& unsorted,
                                                const KernelMemory& submitted,
                                                const TimingTask& task, std::size_t pairs) {
  if (pairs == 0) return std::nullopt;
  const std::uint64_t seed = run_seed(task.seed, pairs - 1);
  const std::vector<float> x = exact_vector(task.unsorted.cols, seed);
  const std::vector<float> signs = exact_row_signs(task.unsorted.rows(), seed);
  if (auto found = find_tampering(submitted, with_signs(task.submitted, signs), x)) return found;
  const auto found = find_tampering(unsorted, with_signs(task.unsorted, signs), x);
  if (found) return "in the memory of the baseline's kernel, " + *found;
  return std::nullopt;
}

}  // namespace

Prepared prepare(const ChildCommand& command, const CsrView& matrix,
                 std::chrono::milliseconds limit) {
  WorkerProcess worker(command, WorkerKind::kSubmission);
  const double max_seconds = std::chrono::duration<double>(limit).count();
  Prepared prepared;
  const CallResult result = worker.call(
      {.kind = JobKind::kPrepare, .matrix = matrix, .limit = limit}, [&](JobReply& reply) {
        SortAnswer sorted{.max_seconds = max_seconds};
        fields(reply.answer, sorted);
        prepared.order = sorted.order;
        prepared.sort_seconds = sorted.seconds;
        if (!reply.done) return;
        RebuildAnswer rebuilt{.max_seconds = max_seconds};
        fields(reply.answer, rebuilt);
        prepared.rebuilt = rebuilt.csr;
        prepared.rebuild_seconds = rebuilt.seconds;
      });
  prepared.fault = result.fault;
  prepared.block_size = result.block_size;
  prepared.memory = std::move(worker.memory());
  return prepared;
}

KernelTrace trace(const ChildCommand& command, const CsrView& matrix, std::span<const float> x,
                  int block_size, std::chrono::milliseconds limit) {
  WorkerProcess worker(command, WorkerKind::kSubmission);
  simt::TraceCounts counts;
  const CallResult result = worker.call({JobKind::kTrace, matrix, x, block_size, limit},
                                        [&](JobReply& reply) { fields(reply.answer, counts); });
  if (result.fault) return {result.fault, {}};
  return {{}, counts};
}

DeviceWorker::DeviceWorker(ChildCommand command, DeviceKind kind, std::chrono::milliseconds limit)
    : command_(std::move(command)), kind_(kind), limit_(limit) {
  if (kind_ == DeviceKind::kCuda) {
    judge_ = start_judge();
  } else {
    // Not asked of a worker, which runs the submission's code and may say anything.
    info_ = cpu_device_info();
  }
}

// The probe opens the GPU, so that this does not count as the kernel's time.
std::unique_ptr<WorkerProcess> DeviceWorker::start_judge() {
  auto judge = std::make_unique<WorkerProcess>(command_, WorkerKind::kJudge);
  judge->call({.kind = JobKind::kProbe, .limit = kStartLimit},
              [&](JobReply& reply) { fields(reply.answer, info_); });
  return judge;
}

CallResult DeviceWorker::call(const Job& job, const std::function<void(JobReply&)>& read) {
  if (kind_ == DeviceKind::kCpu) {
    return WorkerProcess(command_, WorkerKind::kSubmission).call(job, read);
  }
  std::unique_ptr<WorkerProcess> judge = judge_ ? std::move(judge_) : start_judge();
  CallResult result = judge->call(job, read);
  if (!result.fault) judge_ = std::move(judge);
  return result;
}

KernelRun DeviceWorker::run(const CsrView& matrix, std::span<const float> x, int block_size) {
  KernelRun run;
  const Job job{
      .kind = JobKind::kRun, .matrix = matrix, .x = x, .block_size = block_size, .limit = limit_};
  run.fault = call(job, [&](JobReply& reply) {
                run.y.assign(reply.matrix.y().begin(), reply.matrix.y().end());
                run.tampering = find_tampering(reply.matrix, matrix, x);
              }).fault;
  return run;
}

KernelTiming DeviceWorker::time(const TimingTask& task) {
  judge_.reset();
  const KernelLayout shape =
      kernel_layout(task.unsorted.rows(), task.unsorted.cols, task.unsorted.nnz());
  const std::vector<float> no_x(task.unsorted.cols);
  const Job job{.kind = JobKind::kTime,
                .matrix = task.unsorted,
                .x = no_x,
                .block_size = task.block_size,
                .limit = limit_ + task.rule.budget,
                .input_bytes = TimingInput::bytes(shape, task.rule.max_pairs),
                .fill_input = [&](std::span<std::byte> bytes) {
                  const TimingInput input(bytes, shape);
                  input.terms() = {task.seed, task.rule};
                  input.submitted().fill(task.submitted, no_x);
                  std::copy(task.order.begin(), task.order.end(), input.order().begin());
                }};
  KernelTiming timing;
  timing.fault = call(job, [&](JobReply& reply) {
                   fields(reply.answer, timing.samples);
                   const TimingInput input(reply.input, shape);
                   const std::size_t pairs = timing.samples.pairs.size();
                   if (pairs > task.rule.max_pairs) {
                     throw EnvironmentError("the judge timed more pairs than it was to");
                   }
                   const auto results = input.results().first(pairs * shape.rows);
                   timing.results.assign(results.begin(), results.end());
                   timing.tampering =
                       find_timed_tampering(reply.matrix, input.submitted(), task, pairs);
                 }).fault;
  return timing;
}

KernelCounters DeviceWorker::count(const CsrView& matrix, std::span<const float> x,
                                   int block_size) try {
  HardwareCounters counters;
  const Job job{
      .kind = JobKind::kCount, .matrix = matrix, .x = x, .block_size = block_size, .limit = limit_};
  const CallResult result = call(job, [&](JobReply& reply) { fields(reply.answer, counters); });
  if (result.fault) return {{}, "the run to be counted failed: " + result.fault->message};
  if (!result.unavailable.empty()) return {{}, result.unavailable};
  return {counters, {}};
} catch (const std::exception& error) {
  return {{}, error.what()};
}

}  // namespace rowsort
