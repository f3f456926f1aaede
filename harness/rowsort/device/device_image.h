#pragma once

#include <cstddef>
#include <span>

namespace rowsort {

/// The bytes of a fat binary made by `nvcc -fatbin`, linked into the program; empty in a build
/// without CUDA. The functions that return one are generated, see harness/cmake/RowsortCuda.cmake.
using DeviceImage = std::span<const std::byte>;

/// The kernels of the submission that this program is linked with.
DeviceImage submission_image();

/// The harness's own kernels: the baseline that a submission is timed against.
DeviceImage harness_image();
/// The floor, and the kernels that measuring takes: measuring_kernels.cu.
DeviceImage measuring_image();

}  // namespace rowsort
