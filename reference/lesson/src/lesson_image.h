#pragma once

#include "rowsort/device/device_image.h"

namespace rowsort {

/// The lesson's kernels; empty in a build without CUDA.
DeviceImage lesson_image();

}  // namespace rowsort
