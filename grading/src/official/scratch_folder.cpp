#include "official/scratch_folder.h"

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

namespace rowsort {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPrefix = "rowsort-grade-";

Descriptor open_folder(const fs::path& path) {
  return Descriptor(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

bool is_mine(const Descriptor& folder) {
  struct stat status {};
  return fstat(folder.get(), &status) == 0 && status.st_uid == geteuid();
}

// A folder that can be locked belongs to a process that has ended.
void remove_abandoned(const fs::path& parent) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(parent, error)) {
    if (!entry.path().filename().string().starts_with(kPrefix)) continue;
    const Descriptor folder = open_folder(entry.path());
    if (!folder || !is_mine(folder) || flock(folder.get(), LOCK_EX | LOCK_NB) != 0) continue;
    std::error_code ignored;
    fs::remove_all(entry.path(), ignored);
  }
}

}  // namespace

ScratchFolder::ScratchFolder() {
  const fs::path parent = fs::temp_directory_path();
  remove_abandoned(parent);
  // Until the new folder is locked, another process may take it for an abandoned one and remove it.
  for (;;) {
    std::string name = (parent / kPrefix).string() + "XXXXXX";
    if (mkdtemp(name.data()) == nullptr) {
      throw std::system_error(errno, std::generic_category(), "cannot make " + name);
    }
    path_ = name;
    lock_ = open_folder(path_);
    if (lock_ && flock(lock_.get(), LOCK_EX | LOCK_NB) == 0 && fs::exists(path_)) return;
  }
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace rowsort
