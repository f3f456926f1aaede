#pragma once

#include <stdexcept>
#include <string>

#include <cuda_runtime_api.h>

namespace rowsort {

/// A CUDA call failed. what() names the file, the line, the call and the error.
class CudaError : public std::runtime_error {
 public:
  CudaError(cudaError_t code, const char* call, const char* file, int line);
  cudaError_t code() const { return code_; }

 private:
  cudaError_t code_;
};

/// Throws CudaError unless the call succeeded, and clears the error, so that no later call reports
/// it again.
void throw_on_cuda_error(cudaError_t result, const char* call, const char* file, int line);

}  // namespace rowsort

#define ROWSORT_CUDA_CALL(call) ::rowsort::throw_on_cuda_error((call), #call, __FILE__, __LINE__)
