#pragma once

#include <cstddef>

#include "cuda_device.h"
#include <cuda.h>

namespace rowsort {

/// A device image loaded into the current context, unloaded when this object goes.
///
/// Uses the driver's cuLibrary* calls (CUDA 12.0), because the runtime's cudaLibrary* came only
/// with 12.8. They are looked up at run time, so that a program also starts where there is no
/// driver. Throws CudaError.
class CudaLibrary {
 public:
  explicit CudaLibrary(DeviceImage image);
  ~CudaLibrary();
  CudaLibrary(const CudaLibrary&) = delete;
  CudaLibrary& operator=(const CudaLibrary&) = delete;

  /// The kernel with this unmangled name, already on the device. Valid while the library is loaded.
  CUfunction kernel(const char* name) const;

 private:
  CUlibrary library_ = nullptr;
};

/// Launches a kernel on the default stream with no dynamic shared memory; arguments as
/// cuLaunchKernel takes them. Throws CudaError for errors of the launch itself. Errors of the
/// running kernel show at the next synchronization.
void launch_kernel(CUfunction kernel, std::size_t blocks, unsigned threads_per_block,
                   void** arguments);

/// The same with the arguments one by one. Their types must be exactly those of the kernel's
/// parameters.
template <typename... Arguments>
void launch_kernel_with(CUfunction kernel, std::size_t blocks, unsigned threads_per_block,
                        Arguments... arguments) {
  void* addresses[] = {&arguments...};
  launch_kernel(kernel, blocks, threads_per_block, addresses);
}

/// How many blocks of this kernel fit on a multiprocessor at the same time. Throws CudaError.
int resident_blocks(CUfunction kernel, int block_size);

}  // namespace rowsort
