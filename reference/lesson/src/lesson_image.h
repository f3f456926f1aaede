#pragma once

#include "rowsort/gpu/cuda_device.h"

namespace rowsort {

/// The lesson's kernels; empty in a build without CUDA.
DeviceImage lesson_image();

}  // namespace rowsort
