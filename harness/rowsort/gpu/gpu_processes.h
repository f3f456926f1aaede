#pragma once

#include <cstddef>
#include <string>

namespace rowsort {

/// Processes other than this one that compute on the current device.
struct OtherProcesses {
  std::size_t count = 0;
  std::string note;  ///< process numbers and names, or why they cannot be told; empty for none
};

/// Asks the driver's management library (NVML), which is loaded for it. Never throws for want of
/// it.
OtherProcesses other_gpu_processes();

}  // namespace rowsort
