#pragma once

#include <span>
#include <string>

#include "grading.h"

namespace rowsort {

/// Runs the kernel on the tracing CPU device, on `sorted`, the matrix in the submitted order, and
/// as it is, and enters what its loads and stores come to, the lane-slots that it executed, and the
/// ratio that the sectors predict. What the trace finds wrong with a kernel whose rows are all
/// right is entered as a finding and fails nothing. Throws EnvironmentError.
void count_memory(const TestCase& test_case, const CsrView& sorted, const GradingOptions& options,
                  Grade& grade);

/// `message`, which says how a kernel went wrong on this matrix, with what the tracing CPU device
/// says of it; as it is where the trace sees nothing wrong, says the same, or is off. Throws
/// EnvironmentError.
std::string diagnose(const std::string& message, const CsrView& matrix, std::span<const float> x,
                     int block_size, const GradingOptions& options);

}  // namespace rowsort
