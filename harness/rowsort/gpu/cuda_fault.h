#pragma once

#include <string>

#include "cuda_error.h"

namespace rowsort {

/// Whether an error that showed while a submission's kernel ran is the machine's fault all the
/// same.
bool is_environment_error(cudaError_t code);

/// Throws DeviceUnavailable with a sentence that says what to do about the error.
[[noreturn]] void throw_unavailable(const CudaError& error);

/// Throws SubmissionError, or DeviceUnavailable where is_environment_error().
[[noreturn]] void throw_kernel_failure(const CudaError& error);

/// Does work that only the machine can be blamed for.
template <typename Work>
auto on_device(Work work) try {
  return work();
} catch (const CudaError& error) {
  throw_unavailable(error);
}

/// Launches or waits for a submission's kernel.
template <typename Work>
auto on_submission(Work work) try {
  return work();
} catch (const CudaError& error) {
  throw_kernel_failure(error);
}

}  // namespace rowsort
