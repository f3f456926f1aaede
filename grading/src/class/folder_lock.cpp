#include "class/folder_lock.h"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>

namespace rowsort {
namespace {

[[noreturn]] void throw_errno(const std::filesystem::path& file) {
  throw std::system_error(errno, std::generic_category(), "cannot lock " + file.string());
}

// False when another one has the lock and this one is not to wait.
bool lock(const Descriptor& file, const std::filesystem::path& name, int mode) {
  while (flock(file.get(), LOCK_EX | mode) != 0) {
    if (errno == EWOULDBLOCK && mode == LOCK_NB) return false;
    if (errno != EINTR) throw_errno(name);
  }
  return true;
}

// For writing, without which NFS gives no lock.
Descriptor open_lock(const std::filesystem::path& folder, const std::filesystem::path& name) {
  std::filesystem::create_directories(folder);
  Descriptor file(open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644));
  if (!file) throw_errno(name);
  return file;
}

}  // namespace

std::optional<FolderLock> FolderLock::try_lock(const std::filesystem::path& folder) {
  const std::filesystem::path name = folder / ".lock";
  Descriptor file = open_lock(folder, name);
  if (!lock(file, name, LOCK_NB)) return std::nullopt;
  return FolderLock(std::move(file));
}

FolderLock FolderLock::wait(const std::filesystem::path& folder) {
  const std::filesystem::path name = folder / ".lock";
  Descriptor file = open_lock(folder, name);
  lock(file, name, 0);
  return FolderLock(std::move(file));
}

}  // namespace rowsort
