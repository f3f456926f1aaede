#pragma once

#include "rowsort/descriptor.h"

#include <filesystem>

namespace rowsort {

/// A folder for this process alone, in the folder for temporary files. It is removed, with all that
/// is in it, together with this object. What a killed process left behind is removed by the next.
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
  Descriptor lock_{-1};  ///< locks the folder itself; the kernel unlocks it when the process ends
};

}  // namespace rowsort
