#include "cuda_fault.h"

#include "rowsort/device/device.h"

namespace rowsort {
namespace {

std::string version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

std::string driver_fault() {
  int driver = 0;
  cudaDriverGetVersion(&driver);
  if (driver == 0) return "no NVIDIA driver was found";
  return "the NVIDIA driver supports CUDA " + version_text(driver) +
         ", this program was built with CUDA " + version_text(CUDART_VERSION) +
         ": update the driver, or build with an older toolkit";
}

// What is wrong and what to do about it, for the errors that users meet; else nothing.
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
      return "the program holds no code for this GPU: configure again with "
             "-DROWSORT_CUDA_ARCHITECTURES=NN, NN being the GPU's compute capability without the "
             "point";
    case cudaErrorStubLibrary:
      return "the toolkit's stub of libcuda was loaded in place of the driver: take it off "
             "LD_LIBRARY_PATH";
    default:
      return {};
  }
}

std::string cause(cudaError_t code) {
  switch (code) {
    case cudaErrorIllegalAddress:
      return "read or wrote an address that is not its own";
    case cudaErrorMisalignedAddress:
      return "used a misaligned address";
    case cudaErrorLaunchOutOfResources:
    case cudaErrorInvalidConfiguration:
      return "cannot be launched with this block_size: it needs more registers or shared memory "
             "than "
             "a multiprocessor has";
    case cudaErrorSymbolNotFound:
      return "is not in the device image: nvcc did not see it in row_sort.cu";
    case cudaErrorAssert:
      return "failed an assert";
    case cudaErrorLaunchTimeout:
      return "ran longer than the driver lets a kernel run on this GPU";
    default:
      return "failed on the GPU";
  }
}

FaultKind kind_of(cudaError_t code) {
  switch (code) {
    case cudaErrorIllegalAddress:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorHardwareStackError:
      return FaultKind::kIllegalAddress;
    case cudaErrorLaunchOutOfResources:
    case cudaErrorInvalidConfiguration:
      return FaultKind::kIllegalLaunch;
    case cudaErrorLaunchTimeout:
      return FaultKind::kKernelTimedOut;
    default:
      return FaultKind::kKernelFailed;
  }
}

}  // namespace

bool is_environment_error(cudaError_t code) {
  switch (code) {
    case cudaErrorMemoryAllocation:
    case cudaErrorNoDevice:
    case cudaErrorDevicesUnavailable:
    case cudaErrorECCUncorrectable:
    case cudaErrorNvlinkUncorrectable:
    case cudaErrorInsufficientDriver:
    case cudaErrorSystemDriverMismatch:
    case cudaErrorSystemNotReady:
      return true;
    default:
      return false;
  }
}

void throw_unavailable(const CudaError& error) {
  const std::string known = remedy(error.code());
  throw DeviceUnavailable(known.empty() ? std::string("the GPU cannot be used: ") + error.what()
                                        : known);
}

void throw_kernel_failure(const CudaError& error) {
  if (is_environment_error(error.code())) throw_unavailable(error);
  throw SubmissionError(kind_of(error.code()), cause(error.code()) + ": " + error.what());
}

}  // namespace rowsort
