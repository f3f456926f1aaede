#include "rowsort/gpu/cuda_call.h"
#include "rowsort/gpu/cuda_device.h"
#include "rowsort/gpu/cuda_library.h"
#include "rowsort/gpu/cuda_memory.h"
#include "rowsort/gpu/cusparse.h"
#include "rowsort/gpu/kernel_timer.h"
#include "rowsort/gpu/spmv_floor.h"
#include "rowsort/matrix/poison.h"

#include <algorithm>
#include <optional>

#include "runner.h"

namespace rowsort::lesson {
namespace {

// The first launches load code, and the clocks are still low.
constexpr std::size_t kWarmUpRuns = 3;

template <typename T>
std::unique_ptr<CudaBuffer> upload(std::span<const T> elements) {
  auto buffer = std::make_unique<CudaBuffer>(std::max<std::size_t>(elements.size_bytes(), 1));
  ROWSORT_CUDA_CALL(
      cudaMemcpy(buffer->data(), elements.data(), elements.size_bytes(), cudaMemcpyHostToDevice));
  return buffer;
}

const int* as_ints(const std::byte* data) {
  return reinterpret_cast<const int*>(data);
}
const float* as_floats(const std::byte* data) {
  return reinterpret_cast<const float*>(data);
}

// A plan with its arrays, x and y on the GPU.
class PlanOnDevice {
 public:
  PlanOnDevice(const Plan& plan, std::span<const float> x)
      : plan_(plan),
        x_(upload(x)),
        poison_(upload(std::span<const float>(std::vector<float>(plan.rows, poison())))),
        y_(std::max<std::size_t>(plan.rows * sizeof(float), 1)) {
    for (const PlanArray& array : plan.arrays) {
      arrays_.push_back(upload(array.bytes));
      addresses_.push_back(arrays_.back()->data());
    }
  }

  const float* x() const { return as_floats(x_->data()); }
  float* y() const { return reinterpret_cast<float*>(y_.data()); }
  const std::byte* array(std::size_t index) const { return addresses_[index]; }
  std::span<const std::byte* const> arrays() const { return addresses_; }

  // cudaMemset sets bytes, and the poison's bytes differ: so it is copied.
  void poison_y() {
    ROWSORT_CUDA_CALL(cudaMemcpyAsync(y_.data(), poison_->data(), plan_.rows * sizeof(float),
                                      cudaMemcpyDeviceToDevice));
  }

  std::vector<float> download_y() const {
    std::vector<float> result(plan_.rows);
    ROWSORT_CUDA_CALL(cudaMemcpy(result.data(), y_.data(), result.size() * sizeof(float),
                                 cudaMemcpyDeviceToHost));
    return result;
  }

 private:
  const Plan& plan_;
  std::unique_ptr<CudaBuffer> x_;
  std::unique_ptr<CudaBuffer> poison_;
  CudaBuffer y_;
  std::vector<std::unique_ptr<CudaBuffer>> arrays_;
  std::vector<const std::byte*> addresses_;
};

CusparseAlgorithm algorithm_of(CusparseProduct product) {
  switch (product) {
    case CusparseProduct::kCsrAlg1:
      return CusparseAlgorithm::kCsrAlg1;
    case CusparseProduct::kCsrAlg2:
      return CusparseAlgorithm::kCsrAlg2;
    case CusparseProduct::kCooAlg1:
      return CusparseAlgorithm::kCooAlg1;
    case CusparseProduct::kCooAlg2:
      return CusparseAlgorithm::kCooAlg2;
    case CusparseProduct::kSlicedEll:
      break;
  }
  return CusparseAlgorithm::kSlicedEllAlg1;
}

CusparseMatrix library_matrix(const Plan& plan, const PlanOnDevice& data) {
  const int* first = as_ints(data.array(0));
  const int* second = as_ints(data.array(1));
  const float* third = as_floats(data.array(2));
  switch (*plan.cusparse) {
    case CusparseProduct::kCsrAlg1:
    case CusparseProduct::kCsrAlg2:
      return CsrOnDevice{plan.rows, plan.cols, plan.nnz, first, second, third};
    case CusparseProduct::kCooAlg1:
    case CusparseProduct::kCooAlg2:
      return CooOnDevice{plan.rows, plan.cols, plan.nnz, first, second, third};
    case CusparseProduct::kSlicedEll:
      break;
  }
  const std::size_t places = plan.arrays[1].bytes.size() / sizeof(int);
  return SlicedEllOnDevice{plan.rows, plan.cols, plan.nnz, places, 32, first, second, third};
}

// One product, ready to be launched.
class Product {
 public:
  Product(const CudaLibrary& lesson, const Cusparse* cusparse, const Plan& plan,
          PlanOnDevice& data) {
    if (plan.cusparse) {
      library_ = std::make_unique<CusparseSpmv>(*cusparse, library_matrix(plan, data),
                                                algorithm_of(*plan.cusparse), data.x(), data.y());
    }
    for (const Launch& launch : plan.launches) {
      if (launch.shape.blocks == 0) continue;
      kernels_.push_back(lesson.kernel(launch.code.name));
      shapes_.push_back(launch.shape);
      arguments_.push_back(
          std::make_unique<LaunchArguments>(launch, data.arrays(), data.x(), data.y()));
    }
  }

  void launch() const {
    if (library_) library_->launch();
    for (std::size_t l = 0; l < kernels_.size(); ++l) {
      launch_kernel(kernels_[l], static_cast<unsigned>(shapes_[l].blocks),
                    shapes_[l].threads_per_block, arguments_[l]->pointers());
    }
  }

 private:
  std::unique_ptr<CusparseSpmv> library_;
  std::vector<CUfunction> kernels_;
  std::vector<simt::LaunchShape> shapes_;
  std::vector<std::unique_ptr<LaunchArguments>> arguments_;
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
      const Product product = make_product(plan, data);
      product.launch();
      ROWSORT_CUDA_CALL(cudaDeviceSynchronize());
    });
    return on_device([&] { return data.download_y(); });
  }

  bool can_time() const override { return true; }

  std::vector<double> time(const Plan& plan, std::span<const float> x, std::size_t runs,
                           const CheckY& check) override {
    PlanOnDevice data = on_device([&] { return PlanOnDevice(plan, x); });
    const Product product = on_kernel([&] { return make_product(plan, data); });
    std::vector<double> microseconds;
    for (std::size_t run = 0; run < kWarmUpRuns + runs; ++run) {
      on_device([&] {
        data.poison_y();
        timer_.make_ready();
      });
      const TimedRun timed = on_kernel([&] { return timer_.run([&] { product.launch(); }); });
      if (run < kWarmUpRuns) continue;
      microseconds.push_back(static_cast<double>(timed.microseconds));
      check(on_device([&] { return data.download_y(); }));
    }
    return microseconds;
  }

  std::vector<double> time_floor(const Plan& plan, std::span<const float> x,
                                 std::size_t runs) override {
    return on_device([&] {
      PlanOnDevice data(plan, x);
      const CsrOnDevice matrix{plan.rows,
                               plan.cols,
                               plan.nnz,
                               as_ints(data.array(0)),
                               as_ints(data.array(1)),
                               as_floats(data.array(2))};
      const SpmvFloor floor = time_spmv_floor(timer_, measuring_, matrix, data.x(), data.y(), runs);
      return std::vector<double>(floor.microseconds.begin(), floor.microseconds.end());
    });
  }

 private:
  Product make_product(const Plan& plan, PlanOnDevice& data) const {
    return Product(lesson_, cusparse_ ? &*cusparse_ : nullptr, plan, data);
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
