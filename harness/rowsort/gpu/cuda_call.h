#pragma once

#include "rowsort/errors.h"

#include <string>

#include <cuda_runtime_api.h>

/// Calls of CUDA, and whose fault it is when one fails.
namespace rowsort {

/// A CUDA call failed. what() names the error, the call, the file and the line.
class CudaError : public EnvironmentError {
 public:
  CudaError(cudaError_t code, const char* call, const char* file, int line);
  cudaError_t code() const { return code_; }

 private:
  cudaError_t code_;
};

/// Throws CudaError unless the call succeeded, and clears the error, so that no later call reports
/// it again.
void throw_on_cuda_error(cudaError_t result, const char* call, const char* file, int line);

#define ROWSORT_CUDA_CALL(call) ::rowsort::throw_on_cuda_error((call), #call, __FILE__, __LINE__)

/// An attribute of the first device. Throws CudaError.
int device_attribute(cudaDeviceAttr attribute);

/// Throws EnvironmentError with a sentence that says what to do about the error.
[[noreturn]] void throw_unavailable(const CudaError& error);

/// Throws SubmissionError, or EnvironmentError when the machine is at fault all the same.
[[noreturn]] void throw_kernel_failure(const CudaError& error);

/// Does work for which only the machine can be at fault.
template <typename Work>
auto on_device(Work work) try {
  return work();
} catch (const CudaError& error) {
  throw_unavailable(error);
}

/// Launches a submission's kernel, or waits for it.
template <typename Work>
auto on_submission(Work work) try {
  return work();
} catch (const CudaError& error) {
  throw_kernel_failure(error);
}

}  // namespace rowsort
