#pragma once

#include "rowsort/device/cuda/cusparse.h"
#include "rowsort/device/cuda/kernel_timer.h"
#include "rowsort/measure/time_model.h"

namespace rowsort {

/// Times the launches that the time model's constants are fitted to: `kernel`, one thread per row,
/// on rows of kCalibrationRowLength nonzeros that are cut from the arrays of `matrix`. Gives fewer
/// points, or none, where the matrix has too few nonzeros. Throws CudaError.
TimeCalibration calibrate(KernelTimer& timer, CUfunction kernel, const CsrOnDevice& matrix,
                          const float* x);

}  // namespace rowsort
