#pragma once

#include "rowsort/measure/time_model.h"

#include "cusparse.h"
#include "kernel_timer.h"

namespace rowsort {

/// Times the launches that the time model's constants are fitted to: `kernel`, with one thread per
/// row, on long rows of `row_length` nonzeros. `matrix` gives the values and the numbers of
/// nonzeros and columns. The columns of long row i run from 32 i, as in the exercise's skewed
/// matrix. Returns fewer points, or none, where there are too few nonzeros. Throws CudaError.
TimeCalibration calibrate(KernelTimer& timer, CUfunction kernel, const MatrixOnDevice& matrix,
                          std::size_t row_length, const float* x);

}  // namespace rowsort
