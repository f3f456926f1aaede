#include "open_device.h"

#include <string>

#include "cuda_error.h"
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

}  // namespace

DeviceInfo open_cuda_device() {
  DeviceInfo info = query_device();
  if (const std::string refusal = refuse_compute_capability(info.compute_capability, info.name);
      !refusal.empty()) {
    throw DeviceUnavailable(refusal);
  }
  ROWSORT_CUDA_CALL(cudaSetDevice(0));
  ROWSORT_CUDA_CALL(cudaFree(nullptr));  // creates the context, which cuLibraryLoadData needs
  return info;
}

}  // namespace rowsort
