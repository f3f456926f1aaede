#pragma once

#include <cstddef>

#include "cuda_error.h"
#include <cuda_runtime_api.h>

namespace rowsort {

/// Device memory, freed when this object goes. Throws CudaError.
class CudaBuffer {
 public:
  explicit CudaBuffer(std::size_t bytes) { ROWSORT_CUDA_CALL(cudaMalloc(&data_, bytes)); }
  ~CudaBuffer() { cudaFree(data_); }
  CudaBuffer(const CudaBuffer&) = delete;
  CudaBuffer& operator=(const CudaBuffer&) = delete;

  std::byte* data() const { return static_cast<std::byte*>(data_); }

 private:
  void* data_ = nullptr;
};

/// A CUDA event, destroyed when this object goes. Throws CudaError.
class CudaEvent {
 public:
  CudaEvent() { ROWSORT_CUDA_CALL(cudaEventCreate(&event_)); }
  ~CudaEvent() { cudaEventDestroy(event_); }
  CudaEvent(const CudaEvent&) = delete;
  CudaEvent& operator=(const CudaEvent&) = delete;

  void record() { ROWSORT_CUDA_CALL(cudaEventRecord(event_)); }
  void synchronize() { ROWSORT_CUDA_CALL(cudaEventSynchronize(event_)); }
  /// From `earlier` to this event, both passed, in microseconds.
  float microseconds_since(const CudaEvent& earlier) const {
    float milliseconds = 0;
    ROWSORT_CUDA_CALL(cudaEventElapsedTime(&milliseconds, earlier.event_, event_));
    return milliseconds * 1000.0f;
  }

 private:
  cudaEvent_t event_ = nullptr;
};

}  // namespace rowsort
