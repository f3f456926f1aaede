#pragma once

#include "rowsort/device/timing.h"

#include <cstddef>
#include <vector>

#include "cusparse.h"
#include "kernel_timer.h"

namespace rowsort {

/// The shortest time in which row_ptr, col_idx, val and x can be read and y written.
struct SpmvFloor {
  FloorShape shape;                 ///< the fastest launch shape
  std::vector<float> microseconds;  ///< its runs
};

/// Times a kernel that does only that (read_all in measuring_kernels.cu) in several launch shapes,
/// then the fastest of them `runs` times. `x` has matrix.cols floats and `y` matrix.rows; y is
/// overwritten with meaningless values. All arrays start at a multiple of 16 bytes. Throws
/// CudaError.
SpmvFloor time_spmv_floor(KernelTimer& timer, const CudaLibrary& measuring,
                          const MatrixOnDevice& matrix, const float* x, float* y, std::size_t runs);

/// Bytes read and written per microsecond by a device-to-device copy of 256 MiB, or of an eighth of
/// the free memory where that is less: the median of `runs`. Throws CudaError.
double time_copy(KernelTimer& timer, std::size_t runs);

}  // namespace rowsort
