#include "cuda_error.h"

#include <string_view>

namespace rowsort {
namespace {

std::string describe(cudaError_t code, const char* call, const char* file, int line) {
  std::string_view path = file;
  path.remove_prefix(path.find_last_of('/') + 1);  // npos + 1 is 0
  return std::string(cudaGetErrorName(code)) + " (" + cudaGetErrorString(code) + ") from " + call +
         " at " + std::string(path) + ":" + std::to_string(line);
}

}  // namespace

CudaError::CudaError(cudaError_t code, const char* call, const char* file, int line)
    : std::runtime_error(describe(code, call, file, line)), code_(code) {}

void throw_on_cuda_error(cudaError_t result, const char* call, const char* file, int line) {
  if (result == cudaSuccess) return;
  cudaGetLastError();
  throw CudaError(result, call, file, line);
}

}  // namespace rowsort
