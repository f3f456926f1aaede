#include "cuda_library.h"

#include <string>

#include "cuda_error.h"

namespace rowsort {
namespace {

// Every driver call used here exists since CUDA 12.0, but for cuFuncLoad.
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

// The driver's error codes are the runtime's.
cudaError_t as_runtime_error(CUresult result) {
  return static_cast<cudaError_t>(result);
}

template <typename... Arguments>
void call_driver_of(unsigned version, const char* name, Arguments... arguments) {
  const auto function =
      reinterpret_cast<CUresult(CUDAAPI*)(Arguments...)>(driver_entry(name, version));
  throw_on_cuda_error(as_runtime_error(function(arguments...)), name, __FILE__, __LINE__);
}

template <typename... Arguments>
void call_driver(const char* name, Arguments... arguments) {
  call_driver_of<Arguments...>(kDriverApiVersion, name, arguments...);
}

// The driver loads a kernel's code when it is first launched, which no timed launch should wait
// for. With a driver older than cuFuncLoad the first launch is what it is.
void load_now(CUfunction function) {
  int driver = 0;
  ROWSORT_CUDA_CALL(cudaDriverGetVersion(&driver));
  if (driver < static_cast<int>(kFuncLoadVersion)) return;
  call_driver_of<CUfunction>(kFuncLoadVersion, "cuFuncLoad", function);
}

}  // namespace

CudaLibrary::CudaLibrary(DeviceImage image) {
  const void* code = image.data();
  call_driver<CUlibrary*, const void*, CUjit_option*, void**, unsigned, CUlibraryOption*, void**,
              unsigned>("cuLibraryLoadData", &library_, code, nullptr, nullptr, 0u, nullptr,
                        nullptr, 0u);
}

CudaLibrary::~CudaLibrary() {
  try {
    call_driver<CUlibrary>("cuLibraryUnload", library_);
  } catch (const CudaError&) {
    // The context is gone, and the library with it.
  }
}

CUfunction CudaLibrary::kernel(const char* name) const {
  CUkernel kernel = nullptr;
  call_driver<CUkernel*, CUlibrary, const char*>("cuLibraryGetKernel", &kernel, library_, name);
  CUfunction function = nullptr;
  call_driver<CUfunction*, CUkernel>("cuKernelGetFunction", &function, kernel);
  load_now(function);
  return function;
}

void launch_kernel(CUfunction kernel, unsigned blocks, unsigned threads_per_block,
                   void** arguments) {
  call_driver<CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
              CUstream, void**, void**>("cuLaunchKernel", kernel, blocks, 1u, 1u, threads_per_block,
                                        1u, 1u, 0u, nullptr, arguments, nullptr);
}

int resident_blocks(CUfunction kernel, int block_size) {
  int blocks = 0;
  call_driver<int*, CUfunction, int, std::size_t>("cuOccupancyMaxActiveBlocksPerMultiprocessor",
                                                  &blocks, kernel, block_size, std::size_t{0});
  return blocks;
}

}  // namespace rowsort
