#pragma once

#include "rowsort/worker/calls.h"

#include <span>
#include <vector>

#include "check_list.h"
#include "grading.h"

namespace rowsort {

/// The checks all_rows and memory. Runs the kernel on the test case's matrix in the submitted order,
/// which has been verified, and compares every row; where the device has a clock, times the kernel
/// against the unsorted matrix and compares every row of every timed run too. Enters both checks,
/// the comparison, the samples, and the measured ratio or why there is none. Gives the original
/// numbers of all bad rows, rising. Throws EnvironmentError.
std::vector<int> check_kernel(const TestCase& test_case, std::span<const int> order,
                              DeviceWorker& device, const GradingOptions& options, Grade& grade,
                              CheckList& checks);

}  // namespace rowsort
