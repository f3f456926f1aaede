#pragma once

#include <string>

namespace rowsort::lesson {

/// Runs COO without atomics (kernels/coo_racy.cu) traced on the CPU device, on one group of 32 rows
/// of the skewed matrix, and gives what the device says of it: which two threads write which
/// element. Throws std::logic_error if it says nothing.
std::string race_message();

}  // namespace rowsort::lesson
