#pragma once

#include <algorithm>
#include <cstddef>

#include "cuda_call.h"
#include <cuda_runtime_api.h>

namespace rowsort {

/// Device memory, freed when this object goes. Holds at least one byte, so that an empty array has
/// an address too. Throws CudaError.
class CudaBuffer {
 public:
  explicit CudaBuffer(std::size_t bytes) {
    ROWSORT_CUDA_CALL(cudaMalloc(&data_, std::max<std::size_t>(bytes, 1)));
  }
  ~CudaBuffer() { cudaFree(data_); }
  CudaBuffer(const CudaBuffer&) = delete;
  CudaBuffer& operator=(const CudaBuffer&) = delete;

  std::byte* data() const { return static_cast<std::byte*>(data_); }

 private:
  void* data_ = nullptr;
};

/// Copies `count` elements from host to device memory. Throws CudaError.
template <typename T>
void upload(void* device, const T* host, std::size_t count) {
  ROWSORT_CUDA_CALL(cudaMemcpy(device, host, count * sizeof(T), cudaMemcpyHostToDevice));
}

/// Copies `count` elements from device to host memory. Throws CudaError.
template <typename T>
void download(T* host, const void* device, std::size_t count) {
  ROWSORT_CUDA_CALL(cudaMemcpy(host, device, count * sizeof(T), cudaMemcpyDeviceToHost));
}

/// A CUDA event, destroyed when this object goes. Throws CudaError.
class CudaEvent {
 public:
  CudaEvent() { ROWSORT_CUDA_CALL(cudaEventCreate(&event_)); }
  ~CudaEvent() { cudaEventDestroy(event_); }
  CudaEvent(const CudaEvent&) = delete;
  CudaEvent& operator=(const CudaEvent&) = delete;

  void record() { ROWSORT_CUDA_CALL(cudaEventRecord(event_)); }
  /// Microseconds from `earlier` to this event, both of which must have passed.
  float microseconds_since(const CudaEvent& earlier) const {
    float milliseconds = 0;
    ROWSORT_CUDA_CALL(cudaEventElapsedTime(&milliseconds, earlier.event_, event_));
    return milliseconds * 1000.0f;
  }

 private:
  cudaEvent_t event_ = nullptr;
};

}  // namespace rowsort
