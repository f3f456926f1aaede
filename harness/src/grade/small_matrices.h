#pragma once

#include "rowsort/grade/grading.h"
#include "rowsort/matrix/awkward_shapes.h"
#include "rowsort/worker/device_worker.h"

#include <cstdint>
#include <optional>
#include <string>

namespace rowsort {

/// Puts one small matrix through all of a submission: order, rebuilt CSR, kernel, every row,
/// memory. The first thing that is wrong, with what a trace says of it where it is
/// the kernel; nothing when all is right. Throws EnvironmentError.
std::optional<SubmissionFault> find_shape_fault(const AwkwardShape& shape, std::uint64_t seed,
                                                DeviceWorker& device, int block_size,
                                                const GradingOptions& options);

}  // namespace rowsort
