#include "rowsort/device/cuda/cuda_library.h"
#include "rowsort/device/device.h"

#include "counters.h"
#include "cuda_fault.h"
#include "device_copy.h"
#include "submission_timing.h"
#include <cuda_runtime_api.h>

namespace rowsort {
namespace {

int device_attribute(cudaDeviceAttr attribute) {
  int value = 0;
  ROWSORT_CUDA_CALL(cudaDeviceGetAttribute(&value, attribute, 0));
  return value;
}

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

DeviceInfo open_device() {
  DeviceInfo info = query_device();
  if (const std::string refusal = refuse_compute_capability(info.compute_capability, info.name);
      !refusal.empty()) {
    throw DeviceUnavailable(refusal);
  }
  ROWSORT_CUDA_CALL(cudaSetDevice(0));
  ROWSORT_CUDA_CALL(cudaFree(nullptr));  // creates the context, which cuLibraryLoadData needs
  return info;
}

class CudaDevice final : public Device {
 public:
  CudaDevice(DeviceImage submission, DeviceImage harness)
      : info_(open_device()),
        image_(submission),
        submission_(submission),
        harness_(harness),
        measuring_(measuring_image()),
        kernel_(submission_.kernel("spmv_sorted")) {}

  DeviceInfo info() const override { return info_; }

  void run(KernelMemory memory, int block_size) override {
    if (memory.layout().rows == 0) return;
    const DeviceCopy copy = on_device([&] { return DeviceCopy(memory); });
    on_submission([&] {
      copy.launch(kernel_, block_size);
      synchronize();
    });
    on_device([&] { copy.download(memory); });
  }

  TimingSamples time(const TimingRequest& request) override {
    return time_submission(image_, harness_, measuring_, request);
  }

  HardwareCounters count(KernelMemory memory, int block_size) override {
    const DeviceCopy copy = on_device([&] { return DeviceCopy(memory); });
    const HardwareCounters counters = read_counters([&] {
      on_submission([&] {
        copy.launch(kernel_, block_size);
        synchronize();
      });
    });
    on_device([&] { copy.download(memory); });
    return counters;
  }

 private:
  DeviceInfo info_;
  DeviceImage image_;
  CudaLibrary submission_;
  CudaLibrary harness_;
  CudaLibrary measuring_;
  CUfunction kernel_;
};

}  // namespace

std::unique_ptr<Device> make_cuda_device(DeviceImage submission, DeviceImage harness) {
  return on_device([&] { return std::make_unique<CudaDevice>(submission, harness); });
}

}  // namespace rowsort
