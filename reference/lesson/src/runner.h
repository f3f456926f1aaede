#pragma once

#include "rowsort/device/device.h"
#include "rowsort/simt/trace.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "plan.h"

namespace rowsort::lesson {

/// A kernel of the lesson failed on the device: it met an illegal address, broke a rule of the CPU
/// device. what() says what happened.
class KernelFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Gets y, by position, of a run. Throws to stop.
using CheckY = std::function<void(std::span<const float> y)>;

/// Somewhere to run plans.
class Runner {
 public:
  virtual ~Runner() = default;
  virtual DeviceInfo info() const = 0;

  /// Why this plan cannot run here, or an empty string.
  virtual std::string refuse(const Plan& plan) const = 0;

  /// y = A x once; y is by position, and an element that no kernel wrote holds the poison
  /// (rowsort/matrix/poison.h). Throws KernelFailure and EnvironmentError.
  virtual std::vector<float> multiply(const Plan& plan, std::span<const float> x) = 0;

  /// Whether time() works: not on the CPU device, which runs kernels and does not time them.
  virtual bool can_time() const = 0;

  /// Microseconds of each of `runs` products, after a few that are not counted; L2 emptied and y
  /// poisoned before each. `check` gets y of the last one.
  virtual std::vector<double> time(const Plan& plan, std::span<const float> x, std::size_t runs,
                                   const CheckY& check) = 0;

  /// The same of the fastest way to read the CSR arrays of a matrix once, which no product can
  /// beat: `plan` has row_ptr, col_idx and val as its first arrays.
  virtual std::vector<double> time_floor(const Plan& plan, std::span<const float> x,
                                         std::size_t runs) = 0;
};

/// The CPU device on all processor cores.
std::unique_ptr<Runner> make_cpu_runner();

/// The first GPU. Throws EnvironmentError when there is none that will do.
std::unique_ptr<Runner> make_cuda_runner();

/// What the launches of a plan do to memory, counted on the CPU device with every access examined.
/// Throws KernelFailure, which names block, warp, lane and line of what a kernel does wrong, and
/// std::invalid_argument for a plan without launches.
struct PlanTrace {
  std::vector<float> y;  ///< by position
  std::uint64_t lane_slots =
      0;  ///< executed: 32 * the requests for column indices * the places of each load
  std::uint64_t load_requests = 0;
  std::uint64_t load_sectors = 0;
  std::uint64_t store_sectors = 0;  ///< stores and atomics
  std::size_t unwritten = 0;        ///< elements of y that no thread wrote
};
PlanTrace trace_plan(const Plan& plan, std::span<const float> x);

}  // namespace rowsort::lesson
