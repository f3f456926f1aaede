#include "cuda_device.h"

#include "counters.h"
#include "cuda_fault.h"
#include "cuda_library.h"
#include "device_copy.h"
#include "open_device.h"
#include "submission_timing.h"
#include <cuda_runtime_api.h>

namespace rowsort {
namespace {

class CudaDevice final : public GpuDevice {
 public:
  CudaDevice(DeviceImage submission, DeviceImage harness)
      : info_(open_cuda_device()),
        image_(submission),
        harness_(harness),
        measuring_(measuring_image()) {}

  DeviceInfo info() const override { return info_; }

  void run(KernelMemory memory, int block_size) override {
    if (memory.layout().rows == 0) return;
    const DeviceCopy copy = on_device([&] { return DeviceCopy(memory); });
    // Loaded anew for each run, so that nothing the kernel keeps in the image lasts. An image that
    // cannot be loaded, or lacks the kernel, is the submission's fault.
    on_submission([&] {
      const CudaLibrary loaded(image_);
      copy.launch(loaded.kernel("spmv_sorted"), block_size);
      synchronize();
    });
    on_device([&] { copy.download(memory); });
  }

  TimingSamples time(const TimingRequest& request) override {
    return time_submission(image_, harness_, measuring_, request);
  }

  HardwareCounters count(KernelMemory memory, int block_size) override {
    const DeviceCopy copy = on_device([&] { return DeviceCopy(memory); });
    const auto loaded = on_submission([&] { return std::make_unique<CudaLibrary>(image_); });
    const HardwareCounters counters = read_counters([&] {
      on_submission([&] {
        copy.launch(loaded->kernel("spmv_sorted"), block_size);
        synchronize();
      });
    });
    on_device([&] { copy.download(memory); });
    return counters;
  }

 private:
  DeviceInfo info_;
  DeviceImage image_;
  CudaLibrary harness_;
  CudaLibrary measuring_;
};

}  // namespace

std::unique_ptr<GpuDevice> make_cuda_device(DeviceImage submission, DeviceImage harness) {
  return on_device([&] { return std::make_unique<CudaDevice>(submission, harness); });
}

}  // namespace rowsort
