#pragma once

#include "rowsort/descriptor.h"

#include <chrono>
#include <filesystem>

namespace rowsort {

/// Waits for this machine's GPU, which one process has at a time, since two kernels on one GPU
/// disturb each other's times. The turn is a lock on a file that all programs of rowsort on this
/// machine share. It lasts until the descriptor is closed or the process dies. Throws
/// EnvironmentError when it is not free within `patience`, or the file cannot be opened.
Descriptor take_gpu_turn(
    const std::filesystem::path& file = std::filesystem::temp_directory_path() / "rowsort-gpu.lock",
    std::chrono::milliseconds patience = std::chrono::minutes(30));

}  // namespace rowsort
