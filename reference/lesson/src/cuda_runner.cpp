#include "rowsort/gpu/cuda_call.h"
#include "rowsort/gpu/cuda_device.h"
#include "rowsort/gpu/cuda_library.h"
#include "rowsort/gpu/cuda_memory.h"
#include "rowsort/gpu/cusparse.h"
#include "rowsort/gpu/kernel_timer.h"
#include "rowsort/gpu/spmv_floor.h"
#include "rowsort/matrix/poison.h"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "runner.h"

namespace rowsort::lesson {
namespace {

// The first launches load code, and the clocks are still low.
constexpr std::size_t kWarmUpRuns = 3;

// A plan with its arrays, x and y on the GPU.
class PlanOnDevice {
 public:
  PlanOnDevice(const Plan& plan, std::span<const float> x)
      : plan_(plan),
        x_(x),
        poison_(std::span<const float>(std::vector<float>(plan.rows, poison()))),
        y_(plan.rows * sizeof(float)),
        pointers_{this->x(), y()} {
    for (const PlanArray& array : plan.arrays) {
      pointers_.push_back(arrays_.emplace_back(array.bytes).data());
    }
  }

  const float* x() const { return reinterpret_cast<const float*>(x_.data()); }
  float* y() const { return reinterpret_cast<float*>(y_.data()); }

  // x, y and the plan's arrays.
  std::span<const void* const> pointers() const { return pointers_; }

  // The first three arrays, as the library and the floor take them.
  MatrixOnDevice matrix() const {
    return {plan_.rows,
            plan_.cols,
            plan_.nnz,
            reinterpret_cast<const int*>(arrays_[0].data()),
            reinterpret_cast<const int*>(arrays_[1].data()),
            reinterpret_cast<const float*>(arrays_[2].data()),
            plan_.arrays[1].bytes.size() / sizeof(int)};
  }

  // cudaMemset sets bytes, and the poison's bytes differ: so it is copied.
  void poison_y() {
    ROWSORT_CUDA_CALL(cudaMemcpyAsync(y_.data(), poison_.data(), plan_.rows * sizeof(float),
                                      cudaMemcpyDeviceToDevice));
  }

  std::vector<float> download_y() const {
    std::vector<float> result(plan_.rows);
    download(result.data(), y_.data(), result.size());
    return result;
  }

 private:
  const Plan& plan_;
  CudaBuffer x_;
  CudaBuffer poison_;
  CudaBuffer y_;
  std::vector<CudaBuffer> arrays_;
  std::vector<const void*> pointers_;
};

// Does work of a kernel or of the library. Throws SubmissionError when that fails, unless the
// machine is to blame.
template <typename Work>
auto on_kernel(Work work) try {
  return on_submission(work);
} catch (const CusparseError& failure) {
  throw SubmissionError(FaultKind::kKernelFailed, failure.what());
}

class CudaRunner final : public Runner {
 public:
  CudaRunner()
      : info_(open_cuda_device()),
        lesson_(lesson_image()),
        measuring_(measuring_image()),
        timer_(measuring_) {
    try {
      cusparse_.emplace();
    } catch (const EnvironmentError& missing) {
      no_cusparse_ = missing.what();
    }
  }

  DeviceInfo info() const override { return info_; }

  std::string refuse(const Plan& plan) const override {
    if (plan.cusparse && !cusparse_) return no_cusparse_;
    if (plan.cusparse && (plan.nnz == 0 || plan.cols == 0))
      return "cuSPARSE needs at least one nonzero";
    return {};
  }

  std::vector<float> multiply(const Plan& plan, std::span<const float> x) override {
    PlanOnDevice data = on_device([&] { return PlanOnDevice(plan, x); });
    on_device([&] { data.poison_y(); });
    on_kernel([&] {
      prepare(plan, data)();
      ROWSORT_CUDA_CALL(cudaDeviceSynchronize());
    });
    return on_device([&] { return data.download_y(); });
  }

  bool can_time() const override { return true; }

  std::vector<double> time(const Plan& plan, std::span<const float> x, std::size_t runs,
                           const CheckY& check) override {
    PlanOnDevice data = on_device([&] { return PlanOnDevice(plan, x); });
    const std::function<void()> launch = on_kernel([&] { return prepare(plan, data); });
    std::vector<double> microseconds;
    for (std::size_t run = 0; run < kWarmUpRuns + runs; ++run) {
      on_device([&] {
        data.poison_y();
        timer_.make_ready();
      });
      const TimedRun timed = on_kernel([&] { return timer_.run(launch); });
      if (run < kWarmUpRuns) continue;
      microseconds.push_back(static_cast<double>(timed.microseconds));
      check(on_device([&] { return data.download_y(); }));
    }
    return microseconds;
  }

  std::vector<double> time_floor(const Plan& plan, std::span<const float> x,
                                 std::size_t runs) override {
    return on_device([&] {
      const PlanOnDevice data(plan, x);
      const SpmvFloor floor =
          time_spmv_floor(timer_, measuring_, data.matrix(), data.x(), data.y(), runs);
      return std::vector<double>(floor.microseconds.begin(), floor.microseconds.end());
    });
  }

 private:
  // Starts one product when it is called.
  std::function<void()> prepare(const Plan& plan, const PlanOnDevice& data) const {
    if (plan.cusparse) return cusparse_->prepare(data.matrix(), *plan.cusparse, data.x(), data.y());
    std::vector<std::function<void()>> launches;
    for (const Launch& launch : plan.launches) {
      if (launch.shape.blocks == 0) continue;
      const auto arguments = std::make_shared<LaunchArguments>(launch, data.pointers());
      launches.emplace_back([=, kernel = lesson_.kernel(launch.code.name), shape = launch.shape] {
        launch_kernel(kernel, shape.blocks, shape.threads_per_block, arguments->pointers());
      });
    }
    return [launches] {
      for (const auto& launch : launches) launch();
    };
  }

  DeviceInfo info_;
  CudaLibrary lesson_;
  CudaLibrary measuring_;
  KernelTimer timer_;
  std::optional<Cusparse> cusparse_;
  std::string no_cusparse_;
};

}  // namespace

std::unique_ptr<Runner> make_cuda_runner() {
  return on_device([] { return std::make_unique<CudaRunner>(); });
}

}  // namespace rowsort::lesson
