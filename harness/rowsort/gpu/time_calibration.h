#pragma once

#include "rowsort/measure/time_model.h"

#include "cusparse.h"
#include "kernel_timer.h"

namespace rowsort {

/// Times the launches that the time model's constants are fitted to: `kernel`, one thread per row,
/// on long rows of `row_length` nonzeros, of which `val` has `nnz` and x `cols`. The columns of the
/// i-th long row run from 32 i, as they do in the exercise's skewed matrix. Gives fewer points, or
/// none, where the nonzeros are too few. Throws CudaError.
TimeCalibration calibrate(KernelTimer& timer, CUfunction kernel, const CsrOnDevice& matrix,
                          std::size_t row_length, const float* x);

}  // namespace rowsort
