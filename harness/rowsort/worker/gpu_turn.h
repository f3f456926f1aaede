#pragma once

#include <chrono>
#include <filesystem>

namespace rowsort {

/// This machine's GPU for one process at a time: a lock on a file that all programs of rowsort on
/// this machine share, held while this object lives and given back by the kernel when its process
/// dies. Two kernels on one GPU would disturb each other's times.
class GpuTurn {
 public:
  /// Waits for the turn. Throws EnvironmentError when it does not come within `patience` or the
  /// file cannot be opened.
  explicit GpuTurn(const std::filesystem::path& file = default_file(),
                   std::chrono::milliseconds patience = std::chrono::minutes(30));
  ~GpuTurn();
  GpuTurn(const GpuTurn&) = delete;
  GpuTurn& operator=(const GpuTurn&) = delete;

  /// rowsort-gpu.lock in the folder for temporary files.
  static std::filesystem::path default_file();

 private:
  int descriptor_;
};

}  // namespace rowsort
