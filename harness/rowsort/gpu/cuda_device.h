#pragma once

#include "rowsort/device/device.h"
#include "rowsort/device/hardware_counters.h"
#include "rowsort/device/timing.h"
#include "rowsort/text.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>

/// The GPU. This header includes none of CUDA's, so that a build without the toolkit
/// has it too.
namespace rowsort {

/// The bytes of a fat binary made by `nvcc -fatbin` and linked into the program. Empty in a build
/// without CUDA. harness/cmake/RowsortCuda.cmake generates the functions that return one.
using DeviceImage = std::span<const std::byte>;

/// The kernels of the submission that this program is linked with.
DeviceImage submission_image();

/// The harness's own kernels: the baseline that a submission is timed against, the reference
/// kernels, and what the timing needs (measuring_kernels.cu).
DeviceImage measuring_image();

/// A GPU. Every function throws EnvironmentError when it cannot be used: it is absent, too old, out
/// of memory or broken.
class GpuDevice {
 public:
  virtual ~GpuDevice() = default;
  virtual DeviceInfo info() const = 0;

  /// Runs the submission's kernel once over `memory` with ceil(rows / block_size) blocks, and
  /// returns when it has ended. Everything it wrote is then in `memory`. Without rows nothing is
  /// launched. Throws SubmissionError.
  virtual void run(KernelMemory memory, int block_size) = 0;

  /// Times the submission's kernel against the harness's own, and other kernels for reference
  /// (device/timing.h). Afterwards both memories are as the kernels left them; the submitted one has
  /// the inputs of the last run. Throws SubmissionError.
  virtual TimingSamples time(const TimingRequest& request) = 0;

  /// Reads the hardware counters while the submission's kernel runs over `memory`, which takes
  /// several runs. Everything they wrote is then in `memory`. Throws SubmissionError and
  /// CountersUnavailable.
  virtual HardwareCounters count(KernelMemory memory, int block_size) = 0;
};

/// Makes a device of the first GPU. `submission` must outlive it, and may be empty where only
/// info() is wanted. Throws EnvironmentError when there is no GPU that can be used, and in a build
/// without CUDA.
std::unique_ptr<GpuDevice> make_cuda_device(DeviceImage submission);

/// Makes the first GPU the current device, creates its context, and says what it is. Throws
/// EnvironmentError when there is none or it is too old. Only in a build with CUDA.
DeviceInfo open_cuda_device();

/// The oldest GPU that the exercise runs on: compute capability 7.5 (Turing).
inline constexpr int kMinComputeCapability = 75;

/// Why a GPU with this compute capability cannot be used, or an empty string.
inline std::string refuse_compute_capability(int compute_capability, const std::string& name) {
  if (compute_capability >= kMinComputeCapability) return {};
  return name + " has compute capability " + fixed(compute_capability / 10.0, 1) + "; at least " +
         fixed(kMinComputeCapability / 10.0, 1) + " is needed";
}

}  // namespace rowsort
