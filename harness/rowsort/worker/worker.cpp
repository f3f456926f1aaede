#include "worker.h"

#include "rowsort/device/cpu_device.h"
#include "rowsort/simt/source_line.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <string>

#include "job_server.h"
#include <execinfo.h>
#include <sys/mman.h>
#include <unistd.h>

namespace rowsort {
namespace {

constexpr std::array kCrashSignals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS};
constexpr std::size_t kStackBytes = 256 * 1024;
// To look up a line; a heap that the crash left locked would keep it waiting for ever.
constexpr unsigned kSecondsToExplain = 2;
constexpr int kMaxFrames = 32;

// Of the job that is being served: a crash is reported in its header.
SharedMemory* crash_memory = nullptr;

// The innermost line of the submission on the stack. Not async-signal-safe: the look-up may never
// return, so the signal itself is in the header before, and an alarm ends the wait.
std::string place_of_crash() {
  std::array<void*, kMaxFrames> frames{};
  const int count = backtrace(frames.data(), kMaxFrames);
  for (int i = 0; i < count; ++i) {
    const std::string place = simt::source_line(frames[static_cast<std::size_t>(i)]);
    if (place.find(".cu:") != std::string::npos) return place;
  }
  return {};
}

void on_crash(int signal) {
  // Both are shared with the harness, which reads them when this process is gone.
  JobHeader& header = job_header(*crash_memory);
  *const_cast<volatile std::int32_t*>(&header.crash_signal) = signal;
  header.message[0] = '\0';
  for (const int other : kCrashSignals) std::signal(other, SIG_DFL);
  std::signal(SIGALRM, SIG_DFL);
  alarm(kSecondsToExplain);
  store_text(header.message, place_of_crash());
  std::raise(signal);
}

void report_crashes_in(SharedMemory& memory) {
  crash_memory = &memory;
  static void* const stack =
      mmap(nullptr, kStackBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  const stack_t alternate{stack, 0, kStackBytes};
  if (stack == MAP_FAILED || sigaltstack(&alternate, nullptr) != 0) return;
  struct sigaction action {};
  action.sa_handler = on_crash;
  action.sa_flags = SA_ONSTACK | SA_NODEFER;
  for (const int signal : kCrashSignals) sigaction(signal, &action, nullptr);
}

Csr copy_of(const KernelMemory& memory) {
  const KernelLayout& shape = memory.layout();
  return {shape.cols,
          {memory.row_ptr(), memory.row_ptr() + shape.rows + 1},
          {memory.col_idx(), memory.col_idx() + shape.nnz},
          {memory.val(), memory.val() + shape.nnz}};
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void prepare(const Submission& submission, ServedJob& job) {
  const Csr matrix = copy_of(job.matrix());
  job.enter(JobStage::kSortRows);
  const auto start = std::chrono::steady_clock::now();
  const std::vector<int> order = submission.sort_rows(matrix);
  job.answer(SortAnswer{.seconds = seconds_since(start), .order = order});

  job.enter(JobStage::kRebuild);
  const auto rebuild_start = std::chrono::steady_clock::now();
  const Csr rebuilt = submission.rebuild(matrix, order);
  job.answer(RebuildAnswer{.seconds = seconds_since(rebuild_start), .csr = rebuilt});
}

void trace(const Submission& submission, ServedJob& job) {
  simt::TraceCounts counts =
      trace_kernel(submission.traced_kernel, job.matrix(), job.header().block_size);
  std::sort(counts.sites.begin(), counts.sites.end(),
            [](const auto& a, const auto& b) { return a.requests > b.requests; });
  job.answer(std::move(counts));
}

void serve(const Submission& submission, ServedJob& job) {
  report_crashes_in(job.memory());
  job.header().submission_block_size = submission.block_size;
  switch (job.header().kind) {
    case JobKind::kPrepare:
      return prepare(submission, job);
    case JobKind::kRun:
      job.enter(JobStage::kKernel);
      return run_kernel_on_cpu(submission.kernel, job.matrix(), job.header().block_size);
    case JobKind::kTrace:
      job.enter(JobStage::kKernel);
      return trace(submission, job);
    default:
      throw EnvironmentError("a worker without a GPU was asked for a job on one");
  }
}

}  // namespace

int run_worker(const Submission& submission) {
  return serve_jobs([&](ServedJob& job) { serve(submission, job); });
}

}  // namespace rowsort
