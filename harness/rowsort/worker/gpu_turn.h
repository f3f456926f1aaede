#pragma once

#include "rowsort/descriptor.h"

#include <chrono>
#include <filesystem>

namespace rowsort {

/// This machine's GPU for one process at a time, since two kernels on one GPU disturb each other's
/// times. It is a lock on a file that all programs of rowsort on this machine share, held while this
/// object lives. The operating system releases it when the process dies.
class GpuTurn {
 public:
  /// Waits for the lock. Throws EnvironmentError when it is not free within `patience`, or the file
  /// cannot be opened.
  explicit GpuTurn(const std::filesystem::path& file = default_file(),
                   std::chrono::milliseconds patience = std::chrono::minutes(30));

  /// rowsort-gpu.lock in the folder for temporary files.
  static std::filesystem::path default_file();

 private:
  Descriptor file_;
};

}  // namespace rowsort
