#include "submission_timing.h"

#include "rowsort/matrix/exact_inputs.h"

#include <algorithm>
#include <chrono>
#include <memory>

#include "cuda_call.h"
#include "cusparse.h"
#include "device_copy.h"
#include "gpu_processes.h"
#include "kernel_timer.h"
#include "spmv_floor.h"
#include "time_calibration.h"

namespace rowsort {
namespace {

// Before the first sample: the first launches load code, and the clocks are still low.
constexpr std::size_t kWarmUpPairs = 3;
constexpr std::size_t kRunsBefore = 9;
constexpr std::size_t kReferenceRuns = 9;
// Longer rows would only take longer.
constexpr std::size_t kLongestCalibrationRow = 1024;

std::chrono::milliseconds since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() -
                                                               start);
}

// A matrix on the device whose values change from run to run.
class RunMatrix : public DeviceCopy {
 public:
  RunMatrix(const KernelMemory& memory, const CudaLibrary& measuring)
      : DeviceCopy(memory),
        pristine_val_(std::span(memory.val(), memory.layout().nnz)),
        sign_rows_(measuring.kernel("sign_rows")) {}

  // `signs` has a sign for each row, on the device.
  void renew(std::span<const float> x, const CudaBuffer& signs) const {
    upload(this->x(), x.data(), x.size());
    const std::size_t rows = layout().rows;
    launch_kernel_with(sign_rows_, grid_size(rows * kWarpSize, kBaselineBlockSize),
                       kBaselineBlockSize, row_ptr(), pristine_val_.data(), signs.data(), val(),
                       rows);
  }

  // `poison` has as many bytes as y, on the device. Does not wait.
  void poison_y(const CudaBuffer& poison) const {
    ROWSORT_CUDA_CALL(cudaMemcpyAsync(y(), poison.data(), layout().rows * sizeof(float),
                                      cudaMemcpyDeviceToDevice));
  }

 private:
  CudaBuffer pristine_val_;
  CUfunction sign_rows_;
};

class SubmissionTiming {
 public:
  SubmissionTiming(DeviceImage image, const CudaLibrary& measuring, const TimingRequest& request)
      : image_(image),
        measuring_(measuring),
        request_(request),
        rows_(request.submitted.layout().rows),
        timer_(measuring),
        unsorted_(request.unsorted, measuring),
        submitted_(request.submitted, measuring),
        poison_(request.submitted.y()),
        signs_(rows_ * sizeof(float)),
        baseline_(measuring.kernel("spmv_thread_per_row")) {}

  TimingSamples run() {
    const auto start = std::chrono::steady_clock::now();
    on_device([&] { time_baseline_before(); });
    for (std::size_t i = 0; i < kWarmUpPairs; ++i) time_pair(request_.criterion.max_pairs + i);
    while (!enough_pairs(samples_.pairs, since(start), request_.criterion)) {
      const std::size_t i = samples_.pairs.size();
      samples_.pairs.push_back(time_pair(i));
      on_device([&] { download(request_.results.data() + i * rows_, submitted_.y(), rows_); });
    }
    on_device([&] {
      unsorted_.download(request_.unsorted);
      submitted_.download(request_.submitted);
      const OtherProcesses others = other_gpu_processes();
      samples_.other_processes = others.count;
      samples_.other_processes_note = others.note;
      samples_.pairs_seconds = std::chrono::duration<double>(since(start)).count();
      time_references();
      samples_.reference_seconds =
          std::chrono::duration<double>(since(start)).count() - samples_.pairs_seconds;
    });
    return std::move(samples_);
  }

 private:
  void time_baseline_before() {
    renew_inputs(request_.criterion.max_pairs + kWarmUpPairs);
    for (std::size_t i = 0; i < kWarmUpPairs; ++i) time_unsorted();
    for (std::size_t i = 0; i < kRunsBefore; ++i) samples_.before.push_back(time_unsorted());
  }

  void renew_inputs(std::size_t run) {
    const std::uint64_t seed = run_seed(request_.seed, run);
    const std::vector<float> x = exact_vector(request_.submitted.layout().cols, seed);
    const std::vector<float> signs = exact_row_signs(rows_, seed);
    upload(signs_.data(), signs.data(), rows_);
    unsorted_.renew(x, signs_);
    submitted_.renew(x, signs_);
  }

  TimedPair time_pair(std::size_t run) {
    on_device([&] { renew_inputs(run); });
    TimedPair pair;
    const auto baseline = [&] { on_device([&] { pair.unsorted = time_unsorted(); }); };
    const bool unsorted_first = run_seed(request_.seed, run) % 2 == 0;
    if (unsorted_first) baseline();
    pair.submitted = time_submitted();
    if (!unsorted_first) baseline();
    return pair;
  }

  TimedRun time_unsorted() {
    unsorted_.poison_y(poison_);
    return timer_.time([&] { unsorted_.launch(baseline_, kBaselineBlockSize); });
  }

  TimedRun time_submitted() {
    const auto loaded = on_submission([&] { return std::make_unique<CudaLibrary>(image_); });
    const CUfunction kernel = on_submission([&] { return loaded->kernel("spmv_sorted"); });
    on_device([&] {
      submitted_.poison_y(poison_);
      timer_.make_ready();
    });
    return on_submission(
        [&] { return timer_.run([&] { submitted_.launch(kernel, request_.block_size); }); });
  }

  void add(const char* name, const std::function<void()>& launch) {
    samples_.references.push_back({name, timer_.series(kReferenceRuns, launch)});
  }

  void time_references() {
    add(kHarnessUnsortedSeries, [&] { unsorted_.launch(baseline_, kBaselineBlockSize); });
    add(kHarnessSubmittedSeries, [&] { submitted_.launch(baseline_, request_.block_size); });
    const CUfunction warp_per_row = measuring_.kernel("spmv_warp_per_row");
    add(kWarpPerRowUnsortedSeries,
        [&] { unsorted_.launch(warp_per_row, rows_ * kWarpSize, kBaselineBlockSize); });
    add(kWarpPerRowSubmittedSeries,
        [&] { submitted_.launch(warp_per_row, rows_ * kWarpSize, kBaselineBlockSize); });
    time_cusparse();
    time_unpermute();
    const SpmvFloor floor = time_spmv_floor(timer_, measuring_, unsorted_.matrix(), unsorted_.x(),
                                            unsorted_.y(), kReferenceRuns);
    samples_.floor_shape = floor.shape;
    samples_.references.push_back({kFloorSeries, floor.microseconds});
    samples_.copy_bytes_per_microsecond = time_copy(timer_, kReferenceRuns);
    const CudaLibrary loaded(image_);
    samples_.calibration =
        calibrate(timer_, baseline_, unsorted_.matrix(), longest_row(), unsorted_.x());
    samples_.calibration.unsorted_blocks = resident_blocks(baseline_, kBaselineBlockSize);
    samples_.calibration.submitted_blocks =
        resident_blocks(loaded.kernel("spmv_sorted"), request_.block_size);
  }

  std::size_t longest_row() const {
    const int* row_ptr = request_.unsorted.row_ptr();
    int longest = 0;
    for (std::size_t row = 0; row < rows_; ++row) {
      longest = std::max(longest, row_ptr[row + 1] - row_ptr[row]);
    }
    return std::min(static_cast<std::size_t>(longest), kLongestCalibrationRow);
  }

  void time_cusparse() {
    try {
      const Cusparse cusparse;
      samples_.cusparse = cusparse.version();
      for (const auto& [name, copy] : {std::pair{kCusparseUnsortedSeries, &unsorted_},
                                       {kCusparseSubmittedSeries, &submitted_}}) {
        add(name,
            cusparse.prepare(copy->matrix(), CusparseAlgorithm::kCsrAlg1, copy->x(), copy->y()));
      }
      samples_.cusparse_timed = true;
    } catch (const CudaError&) {
      throw;
    } catch (const EnvironmentError& error) {
      samples_.cusparse = error.what();
    }
  }

  void time_unpermute() {
    const CudaBuffer order(request_.order);
    const CudaBuffer result(rows_ * sizeof(float));
    const CUfunction unpermute = measuring_.kernel("unpermute");
    add(kUnpermuteSeries, [&] {
      launch_kernel_with(unpermute, grid_size(rows_, kBaselineBlockSize), kBaselineBlockSize,
                         order.data(), submitted_.y(), result.data(), rows_);
    });
  }

  DeviceImage image_;
  const CudaLibrary& measuring_;
  const TimingRequest& request_;
  std::size_t rows_;
  KernelTimer timer_;
  RunMatrix unsorted_;
  RunMatrix submitted_;
  CudaBuffer poison_;
  CudaBuffer signs_;
  CUfunction baseline_;
  TimingSamples samples_;
};

}  // namespace

TimingSamples time_submission(DeviceImage submission, const CudaLibrary& measuring,
                              const TimingRequest& request) {
  const auto timing =
      on_device([&] { return std::make_unique<SubmissionTiming>(submission, measuring, request); });
  return timing->run();
}

}  // namespace rowsort
