#include "cuda_device.h"

namespace rowsort {

std::unique_ptr<GpuDevice> make_cuda_device(DeviceImage, DeviceImage) {
  throw DeviceUnavailable("this program was built without the CUDA Toolkit");
}

}  // namespace rowsort
