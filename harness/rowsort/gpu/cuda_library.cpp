#include "cuda_library.h"

#include <string>

#include "cuda_call.h"

namespace rowsort {
namespace {

// Every driver call used here exists since CUDA 12.0, except cuFuncLoad.
constexpr unsigned kDriverApiVersion = 12000;
constexpr unsigned kFuncLoadVersion = 12040;

void* driver_entry(const char* name, unsigned version) {
  void* entry = nullptr;
  cudaDriverEntryPointQueryResult found{};
#if CUDART_VERSION >= 12050
  ROWSORT_CUDA_CALL(
      cudaGetDriverEntryPointByVersion(name, &entry, version, cudaEnableDefault, &found));
#else
  static_cast<void>(version);
  ROWSORT_CUDA_CALL(cudaGetDriverEntryPoint(name, &entry, cudaEnableDefault, &found));
#endif
  if (entry == nullptr) throw CudaError(cudaErrorCallRequiresNewerDriver, name, __FILE__, __LINE__);
  return entry;
}

// Calls a function of the driver, whose type is `Function`. Its error codes are the runtime's.
template <typename Function, typename... Arguments>
void call_driver(const char* name, unsigned version, Arguments... arguments) {
  const auto function = reinterpret_cast<Function*>(driver_entry(name, version));
  throw_on_cuda_error(static_cast<cudaError_t>(function(arguments...)), name, __FILE__, __LINE__);
}

#define ROWSORT_DRIVER_CALL(function, ...) \
  call_driver<decltype(::function)>(#function, kDriverApiVersion, __VA_ARGS__)

// The driver loads a kernel's code at its first launch, and a timed launch should not wait for
// that. Drivers without cuFuncLoad cannot do better.
void load_now(CUfunction function) {
  int driver = 0;
  ROWSORT_CUDA_CALL(cudaDriverGetVersion(&driver));
  if (driver < static_cast<int>(kFuncLoadVersion)) return;
  call_driver<decltype(::cuFuncLoad)>("cuFuncLoad", kFuncLoadVersion, function);
}

}  // namespace

CudaLibrary::CudaLibrary(DeviceImage image) {
  ROWSORT_DRIVER_CALL(cuLibraryLoadData, &library_, image.data(), nullptr, nullptr, 0u, nullptr,
                      nullptr, 0u);
}

CudaLibrary::~CudaLibrary() {
  try {
    ROWSORT_DRIVER_CALL(cuLibraryUnload, library_);
  } catch (const CudaError&) {
    // The context is gone, and the library with it.
  }
}

CUfunction CudaLibrary::kernel(const char* name) const {
  CUkernel kernel = nullptr;
  ROWSORT_DRIVER_CALL(cuLibraryGetKernel, &kernel, library_, name);
  CUfunction function = nullptr;
  ROWSORT_DRIVER_CALL(cuKernelGetFunction, &function, kernel);
  load_now(function);
  return function;
}

void launch_kernel(CUfunction kernel, std::size_t blocks, unsigned threads_per_block,
                   void** arguments) {
  ROWSORT_DRIVER_CALL(cuLaunchKernel, kernel, static_cast<unsigned>(blocks), 1u, 1u,
                      threads_per_block, 1u, 1u, 0u, nullptr, arguments, nullptr);
}

int resident_blocks(CUfunction kernel, int block_size) {
  int blocks = 0;
  ROWSORT_DRIVER_CALL(cuOccupancyMaxActiveBlocksPerMultiprocessor, &blocks, kernel, block_size,
                      std::size_t{0});
  return blocks;
}

}  // namespace rowsort
