#include "worker.h"

#include "rowsort/device/cpu_device.h"
#include "rowsort/text.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <stdexcept>

#include "crash_report.h"
#include "job.h"
#include <sys/prctl.h>
#include <unistd.h>

namespace rowsort {
namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

class Worker {
 public:
  Worker(WorkerRole role, const Submission& submission,
         const std::function<std::unique_ptr<Device>()>& open_gpu)
      : role_(role),
        submission_(submission),
        open_gpu_(open_gpu),
        memory_(SharedMemory::attach(kWorkerMemoryDescriptor)) {}

  // Does the job that is in the memory and leaves its outcome there.
  void serve() {
    memory_.refresh();
    if (role_ != WorkerRole::kCuda) report_crashes_in(header());
    header().submission_block_size = submission_.block_size;
    try {
      dispatch();
      end(JobOutcome::kDone, "");
    } catch (const CountersUnavailable& unavailable) {
      end(JobOutcome::kDone, unavailable.what());
    } catch (const EnvironmentError& unavailable) {
      end(JobOutcome::kEnvironmentFault, unavailable.what());
    } catch (const SubmissionError& failure) {
      fail(failure.kind(), failure.what());
    } catch (const std::bad_alloc&) {
      fail(FaultKind::kMemoryLimit, "wanted more memory than there is for it (std::bad_alloc)");
    } catch (const std::exception& exception) {
      fail(FaultKind::kThrew, std::string("threw an exception: ") + exception.what());
    } catch (...) {
      fail(FaultKind::kThrew, "threw something that is no std::exception");
    }
  }

 private:
  JobHeader& header() { return job_header(memory_); }

  // Volatile, so that the stage is in memory before a call from which there may be no return.
  void enter(JobStage stage) { *const_cast<volatile JobStage*>(&header().stage) = stage; }

  void end(JobOutcome outcome, const std::string& message) {
    store_text(header().message, message);
    header().outcome = outcome;
    if (outcome == JobOutcome::kDone) enter(JobStage::kFinished);
  }

  void fail(FaultKind kind, const std::string& message) {
    header().fault = kind;
    end(JobOutcome::kSubmissionFault, message);
  }

  void dispatch() {
    const JobLayout layout(header());
    switch (header().kind) {
      case JobKind::kProbe:
        header().device = to_record(device().info());
        break;
      case JobKind::kPrepare:
        prepare(layout);
        break;
      case JobKind::kRun: {
        Device& target = device();
        enter(JobStage::kKernel);
        target.run(job_unsorted(memory_, layout), header().block_size);
        break;
      }
      case JobKind::kTime:
        time(layout);
        break;
      case JobKind::kCount:
        count(layout);
        break;
      case JobKind::kTrace:
        trace(layout);
        break;
    }
  }

  void prepare(const JobLayout& layout) {
    const Csr matrix = copy_matrix(layout);
    enter(JobStage::kSortRows);
    const auto start = std::chrono::steady_clock::now();
    const std::vector<int> order = submission_.sort_rows(matrix);
    header().sort_seconds = seconds_since(start);
    std::size_t end = append<int>(layout.answer, order);
    header().order_size = order.size();

    enter(JobStage::kRebuild);
    const auto rebuild_start = std::chrono::steady_clock::now();
    const Csr rebuilt = submission_.rebuild(matrix, order);
    header().rebuild_seconds = seconds_since(rebuild_start);
    end = append<int>(end, rebuilt.row_ptr);
    end = append<int>(end, rebuilt.col_idx);
    append<float>(end, rebuilt.val);
    header().rebuilt_cols = rebuilt.cols;
    header().rebuilt_row_ptr_size = rebuilt.row_ptr.size();
    header().rebuilt_col_idx_size = rebuilt.col_idx.size();
    header().rebuilt_val_size = rebuilt.val.size();
  }

  void trace(const JobLayout& layout) {
    enter(JobStage::kKernel);
    simt::TraceCounts counts =
        trace_kernel(submission_.traced_kernel, job_unsorted(memory_, layout), header().block_size);
    header().executed_lane_slots = counts.executed_lane_slots;
    header().load_requests = counts.load_requests.count;
    header().load_sectors = counts.load_sectors.count;
    header().store_requests = counts.store_requests.count;
    header().store_sectors = counts.store_sectors.count;

    const std::size_t kept = std::min(counts.sites.size(), kMaxSiteRecords);
    std::partial_sort(counts.sites.begin(),
                      counts.sites.begin() + static_cast<std::ptrdiff_t>(kept), counts.sites.end(),
                      [](const auto& a, const auto& b) { return a.requests > b.requests; });
    const auto records = job_part<SiteRecord>(memory_, layout.sites, kept);
    for (std::size_t i = 0; i < kept; ++i) records[i] = to_record(counts.sites[i]);
    header().site_count = kept;
  }

  void time(const JobLayout& layout) {
    Device& target = device();
    enter(JobStage::kKernel);
    const std::size_t rows = layout.matrix.rows;
    const std::size_t max_pairs = header().rule.max_pairs;
    const TimingSamples samples = target.time(
        {job_unsorted(memory_, layout), job_submitted(memory_, layout),
         job_part<const int>(memory_, layout.order, rows), header().block_size, header().seed,
         header().rule, job_part<float>(memory_, layout.results, max_pairs * rows)});
    job_part<TimingRecord>(memory_, layout.timing, 1).front() = to_record(samples);
    std::copy(samples.pairs.begin(), samples.pairs.end(),
              job_part<TimedPair>(memory_, layout.samples, samples.pairs.size()).begin());
  }

  void count(const JobLayout& layout) {
    Device& target = device();
    enter(JobStage::kKernel);
    header().counters = target.count(job_unsorted(memory_, layout), header().block_size);
    header().counted = true;
  }

  Csr copy_matrix(const JobLayout& layout) {
    const KernelMemory memory = job_unsorted(memory_, layout);
    const KernelLayout& shape = layout.matrix;
    return {shape.cols,
            {memory.row_ptr(), memory.row_ptr() + shape.rows + 1},
            {memory.col_idx(), memory.col_idx() + shape.nnz},
            {memory.val(), memory.val() + shape.nnz}};
  }

  // Writes one array of the answer at `offset` and returns where the next one goes.
  template <typename T>
  std::size_t append(std::size_t offset, const std::vector<T>& values) {
    const std::size_t end = offset + values.size() * sizeof(T);
    if (end - JobLayout(header()).answer > kMaxAnswerBytes) {
      throw SubmissionError(FaultKind::kMalformedAnswer,
                            "returned more than " + grouped(kMaxAnswerBytes) + " bytes");
    }
    memory_.grow(align_part(end));
    report_crashes_in(header());
    std::copy(values.begin(), values.end(), job_part<T>(memory_, offset, values.size()).begin());
    return align_part(end);
  }

  Device& device() {
    if (device_) return *device_;
    if (role_ != WorkerRole::kCuda) {
      device_ = make_cpu_device(submission_.kernel);
    } else if (open_gpu_) {
      device_ = open_gpu_();
    } else {
      throw EnvironmentError("this worker is not to touch a GPU");
    }
    return *device_;
  }

  WorkerRole role_;
  Submission submission_;
  const std::function<std::unique_ptr<Device>()>& open_gpu_;
  SharedMemory memory_;
  std::unique_ptr<Device> device_;
};

WorkerRole parse_role(const std::string& name) {
  for (const WorkerRole role : {WorkerRole::kHost, WorkerRole::kCpu, WorkerRole::kCuda}) {
    if (worker_role_name(role) == name) return role;
  }
  throw std::invalid_argument("there is no worker role '" + name + "'");
}

}  // namespace

std::string worker_role_name(WorkerRole role) {
  switch (role) {
    case WorkerRole::kHost:
      return "host";
    case WorkerRole::kCpu:
      return "cpu";
    case WorkerRole::kCuda:
      return "cuda";
  }
  return {};
}

int run_worker(const std::string& role_name, const Submission& submission,
               const std::function<std::unique_ptr<Device>()>& open_gpu) try {
  // A worker in an endless loop must not outlive a harness that was interrupted.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  Worker worker(parse_role(role_name), submission, open_gpu);
  char byte = 0;
  while (read(kWorkerChannelDescriptor, &byte, 1) == 1) {
    worker.serve();
    if (write(kWorkerChannelDescriptor, &byte, 1) != 1) return 1;
  }
  return 0;
} catch (const std::exception& exception) {
  std::fprintf(stderr, "rowsort worker: %s\n", exception.what());
  return 1;
}

}  // namespace rowsort
