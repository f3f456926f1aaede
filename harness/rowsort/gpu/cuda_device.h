#pragma once

#include "rowsort/device/device.h"
#include "rowsort/device/device_image.h"
#include "rowsort/device/hardware_counters.h"
#include "rowsort/device/timing.h"

#include <memory>

namespace rowsort {

/// A GPU: a device that can also be timed and has counters.
class GpuDevice : public Device {
 public:
  /// Times the submission's kernel against the harness's own, and other kernels for reference
  /// (device/timing.h). Afterwards both memories are as the kernels left them; the submitted one has
  /// the inputs of the last run. Throws SubmissionError and DeviceUnavailable.
  virtual TimingSamples time(const TimingRequest& request) = 0;

  /// Reads the hardware counters while the submission's kernel runs over `memory`, which takes
  /// several runs. Everything they wrote is then in `memory`. Throws SubmissionError,
  /// CountersUnavailable and DeviceUnavailable.
  virtual HardwareCounters count(KernelMemory memory, int block_size) = 0;
};

/// Runs the kernel in `submission`, which may be empty where only info() is wanted, on the first
/// CUDA device; `harness` holds the baseline kernel. Both must outlive the device. Throws
/// DeviceUnavailable when there is none that will do, or in a build without CUDA.
std::unique_ptr<GpuDevice> make_cuda_device(DeviceImage submission, DeviceImage harness);

}  // namespace rowsort
