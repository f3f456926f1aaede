#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>

#include "cuda_call.h"
#include <cuda_runtime_api.h>

namespace rowsort {

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

/// Device memory, freed when this object goes. Holds at least one byte, so that an empty array has
/// an address too. Throws CudaError.
class CudaBuffer {
 public:
  explicit CudaBuffer(std::size_t bytes) {
    void* data = nullptr;
    ROWSORT_CUDA_CALL(cudaMalloc(&data, std::max<std::size_t>(bytes, 1)));
    data_.reset(static_cast<std::byte*>(data));
  }
  /// A copy of these elements.
  template <typename T>
  explicit CudaBuffer(std::span<T> elements) : CudaBuffer(elements.size_bytes()) {
    upload(data(), elements.data(), elements.size());
  }

  std::byte* data() const { return data_.get(); }

 private:
  struct Free {
    void operator()(std::byte* data) const { cudaFree(data); }
  };
  std::unique_ptr<std::byte, Free> data_;
};

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
