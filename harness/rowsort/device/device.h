#pragma once

#include "rowsort/errors.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>

#include "device_image.h"
#include "hardware_counters.h"
#include "kernel_memory.h"
#include "timing.h"

namespace rowsort {

/// The signature of spmv_sorted as the C++ compiler sees it.
using SpmvKernel = void(const int* row_ptr, const int* col_idx, const float* val, const float* x,
                        float* y, std::size_t rows);

/// The device cannot be used: absent, too old, out of memory, gone. Never the submission's fault.
class DeviceUnavailable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

enum class DeviceKind : std::uint32_t { kCpu, kCuda };

struct DeviceInfo {
  DeviceKind kind = DeviceKind::kCpu;
  std::string name;                ///< "NVIDIA H200", or the processor's name
  int compute_capability = 0;      ///< 10 * major + minor; 0 on the CPU device
  int multiprocessors = 0;         ///< or processor cores
  std::uint64_t memory_bytes = 0;  ///< of the GPU; 0 on the CPU device
  std::uint64_t l2_bytes = 0;      ///< of the GPU; 0 on the CPU device
  int driver_version = 0;          ///< 1000 * major + 10 * minor, the newest CUDA it supports
  int runtime_version = 0;         ///< 1000 * major + 10 * minor
};

/// Oldest GPU that the exercise runs on: compute capability 7.5 (Turing).
inline constexpr int kMinComputeCapability = 75;

/// Somewhere to run spmv_sorted.
class Device {
 public:
  virtual ~Device() = default;
  virtual DeviceInfo info() const = 0;

  /// Runs the submission's kernel once over `memory` with ceil(rows / block_size) blocks and
  /// returns when it has ended; everything it wrote is then in `memory`. Without rows nothing is
  /// launched. Throws SubmissionError and DeviceUnavailable.
  virtual void run(KernelMemory memory, int block_size) = 0;

  /// Times the submission's kernel against the harness's own, and what is worth knowing beside
  /// them (timing.h). Both memories are afterwards as the kernels left them, the submitted one with
  /// the inputs of the last run. Throws SubmissionError, and DeviceUnavailable also where the
  /// device has no clock that means anything.
  virtual TimingSamples time(const TimingRequest& request) = 0;

  /// Reads the hardware's counters while the submission's kernel runs over `memory`, which takes
  /// several runs; everything they wrote is then in `memory`. Throws SubmissionError,
  /// CountersUnavailable and DeviceUnavailable.
  virtual HardwareCounters count(KernelMemory memory, int block_size) = 0;
};

/// Runs the kernel that the C++ compiler built on this machine's processor cores (0: all of them).
std::unique_ptr<Device> make_cpu_device(SpmvKernel* kernel, unsigned cores = 0);

/// Runs the kernel in `submission`, which may be empty where only info() is wanted, on the first
/// CUDA device; `harness` holds the baseline kernel. Both must outlive the device. Throws
/// DeviceUnavailable when there is none that will do, or in a build without CUDA.
std::unique_ptr<Device> make_cuda_device(DeviceImage submission, DeviceImage harness);

/// Why a GPU with this compute capability cannot be used, or an empty string.
std::string refuse_compute_capability(int compute_capability, const std::string& name);

/// Number of blocks of a launch over `rows` rows: ceil(rows / block_size).
inline std::size_t grid_size(std::size_t rows, int block_size) {
  const auto block = static_cast<std::size_t>(block_size);
  return (rows + block - 1) / block;
}

}  // namespace rowsort
