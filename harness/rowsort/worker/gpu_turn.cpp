#include "gpu_turn.h"

#include <cerrno>
#include <cstring>
#include <string>
#include <thread>

#include "faults.h"
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace rowsort {
namespace {

// For reading, so that another user's file will do, and without O_CREAT first, because Linux
// refuses that on a file of somebody else in a folder like /tmp (fs.protected_regular).
int open_lock_file(const std::filesystem::path& file) {
  constexpr int kFlags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW;
  int descriptor = open(file.c_str(), kFlags);
  if (descriptor < 0 && errno == ENOENT) descriptor = open(file.c_str(), kFlags | O_CREAT, 0644);
  if (descriptor < 0) {
    throw EnvironmentError("cannot open " + file.string() +
                           ", by which programs take turns on the GPU: " + std::strerror(errno));
  }
  return descriptor;
}

}  // namespace

GpuTurn::GpuTurn(const std::filesystem::path& file, std::chrono::milliseconds patience)
    : descriptor_(open_lock_file(file)) {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  while (flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    if ((errno == EWOULDBLOCK || errno == EINTR) && std::chrono::steady_clock::now() < deadline) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      continue;
    }
    close(descriptor_);
    throw EnvironmentError("the GPU was not free: another program holds " + file.string());
  }
}

GpuTurn::~GpuTurn() {
  close(descriptor_);
}

std::filesystem::path GpuTurn::default_file() {
  return std::filesystem::temp_directory_path() / "rowsort-gpu.lock";
}

}  // namespace rowsort
