#pragma once

#include "rowsort/device/device_image.h"

#include <cuda.h>

namespace rowsort {

/// A device image loaded into the current context, unloaded when this object goes.
///
/// Through the driver's cuLibrary* calls (CUDA 12.0), since the runtime's cudaLibrary* came
/// with 12.8; they are looked up at run time, so a program starts also where there is no driver.
/// Throws CudaError.
class CudaLibrary {
 public:
  explicit CudaLibrary(DeviceImage image);
  ~CudaLibrary();
  CudaLibrary(const CudaLibrary&) = delete;
  CudaLibrary& operator=(const CudaLibrary&) = delete;

  /// The kernel with this unmangled name, on the device and valid while the library is loaded.
  CUfunction kernel(const char* name) const;

 private:
  CUlibrary library_ = nullptr;
};

/// Launches a kernel on the default stream with no dynamic shared memory; arguments as
/// cuLaunchKernel takes them. Throws CudaError for what can be told at once; the rest shows at the
/// next synchronisation.
void launch_kernel(CUfunction kernel, unsigned blocks, unsigned threads_per_block,
                   void** arguments);

/// How many blocks of this kernel fit on a multiprocessor at a time. Throws CudaError.
int resident_blocks(CUfunction kernel, int block_size);

}  // namespace rowsort
