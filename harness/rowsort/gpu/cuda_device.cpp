#include "cuda_device.h"

#include "counters.h"
#include "cuda_call.h"
#include "cuda_library.h"
#include "device_copy.h"
#include "submission_timing.h"
#include <cuda_runtime_api.h>

namespace rowsort {
namespace {

DeviceInfo query_device() {
  int count = 0;
  ROWSORT_CUDA_CALL(cudaGetDeviceCount(&count));
  if (count == 0) throw CudaError(cudaErrorNoDevice, "cudaGetDeviceCount", __FILE__, __LINE__);
  cudaDeviceProp properties{};
  ROWSORT_CUDA_CALL(cudaGetDeviceProperties(&properties, 0));
  DeviceInfo info;
  info.kind = DeviceKind::kCuda;
  info.name = properties.name;
  info.compute_capability = 10 * properties.major + properties.minor;
  info.multiprocessors = properties.multiProcessorCount;
  info.memory_bytes = properties.totalGlobalMem;
  info.l2_bytes = static_cast<std::uint64_t>(device_attribute(cudaDevAttrL2CacheSize));
  ROWSORT_CUDA_CALL(cudaDriverGetVersion(&info.driver_version));
  ROWSORT_CUDA_CALL(cudaRuntimeGetVersion(&info.runtime_version));
  return info;
}

class CudaDevice final : public GpuDevice {
 public:
  explicit CudaDevice(DeviceImage submission)
      : info_(open_cuda_device()), image_(submission), measuring_(measuring_image()) {}

  DeviceInfo info() const override { return info_; }

  void run(KernelMemory memory, int block_size) override {
    if (memory.layout().rows == 0) return;
    const DeviceCopy copy = on_device([&] { return DeviceCopy(memory); });
    // Loaded anew for each run, so that nothing the kernel keeps in the image lasts. An image that
    // cannot be loaded, or lacks the kernel, is the submission's fault.
    on_submission([&] {
      const CudaLibrary loaded(image_);
      run_to_the_end(copy, loaded, block_size);
    });
    on_device([&] { copy.download(memory); });
  }

  TimingSamples time(const TimingRequest& request) override {
    return time_submission(image_, measuring_, request);
  }

  HardwareCounters count(KernelMemory memory, int block_size) override {
    const DeviceCopy copy = on_device([&] { return DeviceCopy(memory); });
    const auto loaded = on_submission([&] { return std::make_unique<CudaLibrary>(image_); });
    const HardwareCounters counters =
        read_counters([&] { on_submission([&] { run_to_the_end(copy, *loaded, block_size); }); });
    on_device([&] { copy.download(memory); });
    return counters;
  }

 private:
  static void run_to_the_end(const DeviceCopy& copy, const CudaLibrary& submission,
                             int block_size) {
    copy.launch(submission.kernel("spmv_sorted"), block_size);
    ROWSORT_CUDA_CALL(cudaDeviceSynchronize());
  }

  DeviceInfo info_;
  DeviceImage image_;
  CudaLibrary measuring_;
};

}  // namespace

DeviceInfo open_cuda_device() {
  return on_device([] {
    DeviceInfo info = query_device();
    if (const std::string refusal = refuse_compute_capability(info.compute_capability, info.name);
        !refusal.empty()) {
      throw EnvironmentError(refusal);
    }
    ROWSORT_CUDA_CALL(cudaSetDevice(0));
    ROWSORT_CUDA_CALL(cudaFree(nullptr));  // creates the context, which cuLibraryLoadData needs
    return info;
  });
}

std::unique_ptr<GpuDevice> make_cuda_device(DeviceImage submission) {
  return on_device([&] { return std::make_unique<CudaDevice>(submission); });
}

}  // namespace rowsort
