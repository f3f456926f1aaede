#pragma once

#include "rowsort/worker/calls.h"

#include <cstdint>
#include <optional>
#include <string>

#include "edge_cases.h"
#include "grading.h"

namespace rowsort {

/// Puts one small matrix through all of a submission: order, rebuilt CSR, kernel, every row,
/// memory. The first thing that is wrong, with what a trace says of it where it is
/// the kernel; nothing when all is right. Throws EnvironmentError.
std::optional<SubmissionFault> find_edge_case_fault(const EdgeCase& shape, std::uint64_t seed,
                                                    DeviceWorker& device, int block_size,
                                                    const GradingOptions& options);

}  // namespace rowsort
