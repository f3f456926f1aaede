#include "gpu_turn.h"

#include "rowsort/errors.h"

#include <cerrno>
#include <cstring>
#include <string>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>

namespace rowsort {
namespace {

// For reading, so that another user's file will do, and without O_CREAT first, because Linux
// refuses that on a file of somebody else in a folder like /tmp (fs.protected_regular).
Descriptor open_lock_file(const std::filesystem::path& file) {
  constexpr int kFlags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW;
  Descriptor descriptor(open(file.c_str(), kFlags));
  if (!descriptor && errno == ENOENT) {
    descriptor = Descriptor(open(file.c_str(), kFlags | O_CREAT, 0644));
  }
  if (!descriptor) {
    throw EnvironmentError("cannot open " + file.string() +
                           ", by which programs take turns on the GPU: " + std::strerror(errno));
  }
  return descriptor;
}

}  // namespace

Descriptor take_gpu_turn(const std::filesystem::path& file, std::chrono::milliseconds patience) {
  Descriptor turn = open_lock_file(file);
  const auto deadline = std::chrono::steady_clock::now() + patience;
  while (flock(turn.get(), LOCK_EX | LOCK_NB) != 0) {
    const bool taken = errno == EWOULDBLOCK || errno == EINTR;
    if (!taken || std::chrono::steady_clock::now() >= deadline) {
      throw EnvironmentError("the GPU was not free: another program holds " + file.string());
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return turn;
}

}  // namespace rowsort
