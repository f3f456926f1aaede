/// The whole of rowsort_gpu in a build without the CUDA Toolkit.

#include "cuda_device.h"

namespace rowsort {

std::unique_ptr<GpuDevice> make_cuda_device(DeviceImage) {
  throw EnvironmentError("this program was built without the CUDA Toolkit");
}

}  // namespace rowsort
