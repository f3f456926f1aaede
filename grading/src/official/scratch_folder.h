#pragma once

#include <filesystem>

namespace rowsort {

/// A folder of this process alone, in the folder for temporary files; gone with everything in it
/// when this object goes. Those that a killed process left behind are removed by the next one.
class ScratchFolder {
 public:
  /// Throws std::system_error when it cannot be made.
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  int lock_ = -1;  ///< of the folder itself; the kernel lets go of it when the process ends
};

}  // namespace rowsort
