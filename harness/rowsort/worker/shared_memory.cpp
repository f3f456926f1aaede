#include "shared_memory.h"

#include <cerrno>
#include <system_error>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace rowsort {
namespace {

[[noreturn]] void throw_errno(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

}  // namespace

SharedMemory SharedMemory::create(std::size_t bytes) {
  SharedMemory memory(memfd_create("rowsort", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (memory.descriptor_ < 0) throw_errno("memfd_create");
  if (fcntl(memory.descriptor_, F_ADD_SEALS, F_SEAL_SHRINK) != 0) throw_errno("F_SEAL_SHRINK");
  memory.grow(bytes);
  return memory;
}

SharedMemory SharedMemory::attach(int descriptor) {
  SharedMemory memory(descriptor);
  memory.refresh();
  return memory;
}

SharedMemory::SharedMemory(SharedMemory&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), bytes_(std::exchange(other.bytes_, {})) {}

SharedMemory& SharedMemory::operator=(SharedMemory&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

SharedMemory::~SharedMemory() {
  unmap();
  if (descriptor_ >= 0) close(descriptor_);
}

void SharedMemory::grow(std::size_t bytes) {
  struct stat status {};
  if (fstat(descriptor_, &status) != 0) throw_errno("fstat");
  if (static_cast<std::size_t>(status.st_size) < bytes &&
      ftruncate(descriptor_, static_cast<off_t>(bytes)) != 0) {
    throw_errno("cannot grow shared memory");
  }
  refresh();
}

void SharedMemory::refresh() {
  struct stat status {};
  if (fstat(descriptor_, &status) != 0) throw_errno("fstat");
  if (static_cast<std::size_t>(status.st_size) != bytes_.size()) map(PROT_READ | PROT_WRITE);
}

bool SharedMemory::seal(std::chrono::milliseconds patience) {
  // The kernel refuses with EBUSY while anybody, this process too, has it mapped for writing.
  unmap();
  const auto deadline = std::chrono::steady_clock::now() + patience;
  for (;;) {
    if (fcntl(descriptor_, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW) == 0) {
      map(PROT_READ);
      return true;
    }
    if (errno != EBUSY || std::chrono::steady_clock::now() >= deadline) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  map(PROT_READ);
  return false;
}

void SharedMemory::map(int protection) {
  unmap();
  struct stat status {};
  if (fstat(descriptor_, &status) != 0) throw_errno("fstat");
  const auto size = static_cast<std::size_t>(status.st_size);
  void* address = mmap(nullptr, size, protection, MAP_SHARED, descriptor_, 0);
  if (address == MAP_FAILED) throw_errno("cannot map shared memory");
  bytes_ = {static_cast<std::byte*>(address), size};
}

void SharedMemory::unmap() {
  if (!bytes_.empty()) munmap(bytes_.data(), bytes_.size());
  bytes_ = {};
}

}  // namespace rowsort
