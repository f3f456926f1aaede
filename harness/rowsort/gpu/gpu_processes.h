#pragma once

#include <cstddef>
#include <string>

namespace rowsort {

/// Other processes that compute on the current device.
struct OtherProcesses {
  std::size_t count = 0;
  std::string note;  ///< process numbers and names, or why they are unknown; empty for none
};

/// Asks the driver's management library (NVML), which is loaded when this is called. Does not throw
/// where it is missing.
OtherProcesses other_gpu_processes();

}  // namespace rowsort
