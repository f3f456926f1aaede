#include "cuda_call.h"

#include "rowsort/device/device.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace rowsort {
namespace {

std::string describe(cudaError_t code, const char* call, const char* file, int line) {
  std::string_view path = file;
  path.remove_prefix(path.find_last_of('/') + 1);  // npos + 1 is 0
  return std::string(cudaGetErrorName(code)) + " (" + cudaGetErrorString(code) + ") from " + call +
         " at " + std::string(path) + ":" + std::to_string(line);
}

std::string driver_fault() {
  int driver = 0;
  cudaDriverGetVersion(&driver);
  if (driver == 0) return "no NVIDIA driver was found";
  return "the NVIDIA driver supports CUDA " + cuda_version_text(driver) +
         "; this program was built with CUDA " + cuda_version_text(CUDART_VERSION) +
         ": update the driver, or build with an older toolkit";
}

// What is wrong and what to do about it, for the errors that users meet. Otherwise empty.
std::string remedy(cudaError_t code) {
  switch (code) {
    case cudaErrorInsufficientDriver:
    case cudaErrorCallRequiresNewerDriver:
      return driver_fault();
    case cudaErrorNoDevice:
      return "no CUDA device is visible";
    case cudaErrorMemoryAllocation:
      return "the GPU is out of memory: another process may be using it (nvidia-smi shows which)";
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorUnsupportedPtxVersion:
      return "the program has no code for this GPU: configure again with "
             "-DROWSORT_CUDA_ARCHITECTURES=NN, where NN is the GPU's compute capability without "
             "the point";
    case cudaErrorStubLibrary:
      return "the toolkit's stub of libcuda was loaded instead of the driver: remove it from "
             "LD_LIBRARY_PATH";
    default:
      return {};
  }
}

// What a submission's kernel did when this error shows.
struct KernelFault {
  cudaError_t code;
  FaultKind kind;
  const char* what;
};

constexpr const char* kFailed = "failed on the GPU";
constexpr const char* kTooManyResources =
    "cannot be launched with this block_size: it needs more registers or shared memory than a "
    "multiprocessor has";

constexpr KernelFault kKernelFaults[] = {
    {cudaErrorIllegalAddress, FaultKind::kIllegalAddress,
     "read or wrote an address outside its arrays"},
    {cudaErrorMisalignedAddress, FaultKind::kIllegalAddress, "used a misaligned address"},
    {cudaErrorInvalidAddressSpace, FaultKind::kIllegalAddress, kFailed},
    {cudaErrorHardwareStackError, FaultKind::kIllegalAddress, kFailed},
    {cudaErrorLaunchOutOfResources, FaultKind::kIllegalLaunch, kTooManyResources},
    {cudaErrorInvalidConfiguration, FaultKind::kIllegalLaunch, kTooManyResources},
    {cudaErrorSymbolNotFound, FaultKind::kKernelFailed,
     "is not in the device image: nvcc did not see it in row_sort.cu"},
    {cudaErrorAssert, FaultKind::kKernelFailed, "failed an assert"},
    {cudaErrorLaunchTimeout, FaultKind::kKernelTimedOut,
     "ran longer than the driver allows on this GPU"}};

// The machine is at fault although these errors show while a submission's kernel runs.
constexpr std::array kEnvironmentErrors = {
    cudaErrorMemoryAllocation,     cudaErrorNoDevice,
    cudaErrorDevicesUnavailable,   cudaErrorECCUncorrectable,
    cudaErrorNvlinkUncorrectable,  cudaErrorInsufficientDriver,
    cudaErrorSystemDriverMismatch, cudaErrorSystemNotReady};

}  // namespace

CudaError::CudaError(cudaError_t code, const char* call, const char* file, int line)
    : EnvironmentError(describe(code, call, file, line)), code_(code) {}

void throw_on_cuda_error(cudaError_t result, const char* call, const char* file, int line) {
  if (result == cudaSuccess) return;
  cudaGetLastError();
  throw CudaError(result, call, file, line);
}

int device_attribute(cudaDeviceAttr attribute) {
  int value = 0;
  ROWSORT_CUDA_CALL(cudaDeviceGetAttribute(&value, attribute, 0));
  return value;
}

void throw_unavailable(const CudaError& error) {
  const std::string known = remedy(error.code());
  throw EnvironmentError(known.empty() ? std::string("the GPU cannot be used: ") + error.what()
                                       : known);
}

void throw_kernel_failure(const CudaError& error) {
  if (std::ranges::find(kEnvironmentErrors, error.code()) != kEnvironmentErrors.end()) {
    throw_unavailable(error);
  }
  KernelFault fault{error.code(), FaultKind::kKernelFailed, kFailed};
  for (const KernelFault& known : kKernelFaults) {
    if (known.code == error.code()) fault = known;
  }
  throw SubmissionError(fault.kind, std::string(fault.what) + ": " + error.what());
}

}  // namespace rowsort
