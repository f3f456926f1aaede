#pragma once

#include "rowsort/descriptor.h"

#include <filesystem>
#include <optional>

namespace rowsort {

/// A folder for one process at a time, on whichever machine that shares it: a lock on the file
/// .lock in it, which the kernel gives back when the last process that has the descriptor is gone.
/// (flock, which Linux passes on to an NFS server.)
class FolderLock {
 public:
  /// Makes the folder where it is not there. Nothing when another one has the lock. Throws
  /// std::system_error.
  static std::optional<FolderLock> try_lock(const std::filesystem::path& folder);

  /// Waits for it.
  static FolderLock wait(const std::filesystem::path& folder);

  int descriptor() const { return file_.get(); }

 private:
  explicit FolderLock(Descriptor file) : file_(std::move(file)) {}

  Descriptor file_;
};

}  // namespace rowsort
