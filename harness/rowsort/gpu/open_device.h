#pragma once

#include "rowsort/device/device.h"

namespace rowsort {

/// Makes the first CUDA device the current one, with its context, and says what it is. Throws
/// DeviceUnavailable when it is older than kMinComputeCapability, and CudaError when there is none.
DeviceInfo open_cuda_device();

}  // namespace rowsort
