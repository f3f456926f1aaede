#pragma once

#include "rowsort/device/device.h"
#include "rowsort/gpu/cuda_device.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "method.h"

namespace rowsort {

/// The lesson's kernels for a GPU; empty in a build without CUDA.
DeviceImage lesson_image();

}  // namespace rowsort

namespace rowsort::lesson {

/// Gets y, by position, of a run. Throws to stop.
using CheckY = std::function<void(std::span<const float> y)>;

/// A device that runs plans.
class Runner {
 public:
  virtual ~Runner() = default;
  virtual DeviceInfo info() const = 0;

  /// Why this plan cannot run here, or an empty string.
  virtual std::string refuse(const Plan& plan) const = 0;

  /// y = A x once; y is by position. An element that no kernel wrote holds the poison
  /// (rowsort/matrix/poison.h). Throws SubmissionError for what a kernel does wrong, and
  /// EnvironmentError.
  virtual std::vector<float> multiply(const Plan& plan, std::span<const float> x) = 0;

  /// Whether the device can time. The CPU device cannot.
  virtual bool can_time() const = 0;

  /// Microseconds of each of `runs` products, after a few warm-up runs. Before each one the L2
  /// cache is flushed and y is poisoned. `check` gets y of each run. Throws as multiply() does.
  virtual std::vector<double> time(const Plan& plan, std::span<const float> x, std::size_t runs,
                                   const CheckY& check) = 0;

  /// The same for the fastest way to read the arrays of a CSR matrix once, a floor for every
  /// product. The first arrays of `plan` are row_ptr, col_idx and val.
  virtual std::vector<double> time_floor(const Plan& plan, std::span<const float> x,
                                         std::size_t runs) = 0;
};

/// The CPU device on all processor cores.
std::unique_ptr<Runner> make_cpu_runner();

/// The first GPU. Throws EnvironmentError when there is none that can be used.
std::unique_ptr<Runner> make_cuda_runner();

/// The arguments of a launch as cuLaunchKernel and KernelCode::call take them. Has pointers into
/// itself, so it is not copied.
class LaunchArguments {
 public:
  /// `pointers` are x, y and the plan's arrays on the device that the launch runs on. Throws
  /// std::logic_error when the launch does not have one argument for each parameter.
  LaunchArguments(const Launch& launch, std::span<const void* const> pointers);
  LaunchArguments(const LaunchArguments&) = delete;
  LaunchArguments& operator=(const LaunchArguments&) = delete;

  void** pointers() { return pointers_.data(); }

 private:
  union Value {
    const void* pointer;
    std::size_t number;
  };

  std::vector<Value> values_;
  std::vector<void*> pointers_;
};

}  // namespace rowsort::lesson
