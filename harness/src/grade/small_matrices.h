#pragma once

#include "rowsort/matrix/awkward_shapes.h"
#include "rowsort/worker/device_worker.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace rowsort {

/// Puts one small matrix through all of a submission: order, rebuilt CSR, kernel, every row,
/// memory. One sentence for the first thing that is wrong, nothing when all is right. Throws
/// EnvironmentError.
std::optional<std::string> find_shape_fault(const AwkwardShape& shape, std::uint64_t seed,
                                            const WorkerCommand& worker, DeviceWorker& device,
                                            int block_size, std::chrono::milliseconds limit);

}  // namespace rowsort
