#include "shared_memory.h"

#include <thread>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

namespace rowsort {

SharedMemory SharedMemory::create(std::size_t bytes) {
  SharedMemory memory(memfd_create("rowsort", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!memory.descriptor_) throw_errno("memfd_create");
  if (fcntl(memory.descriptor(), F_ADD_SEALS, F_SEAL_SHRINK) != 0) throw_errno("F_SEAL_SHRINK");
  memory.grow(bytes);
  return memory;
}

SharedMemory SharedMemory::attach(int descriptor) {
  SharedMemory memory(descriptor);
  memory.refresh();
  return memory;
}

SharedMemory& SharedMemory::operator=(SharedMemory&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

std::size_t SharedMemory::size() const {
  struct stat status {};
  if (fstat(descriptor(), &status) != 0) throw_errno("fstat");
  return static_cast<std::size_t>(status.st_size);
}

void SharedMemory::grow(std::size_t bytes) {
  if (size() < bytes && ftruncate(descriptor(), static_cast<off_t>(bytes)) != 0) {
    throw_errno("cannot grow shared memory");
  }
  refresh();
}

void SharedMemory::refresh() {
  if (size() != bytes_.size()) map(PROT_READ | PROT_WRITE);
}

bool SharedMemory::seal(std::chrono::milliseconds patience) {
  // The kernel refuses with EBUSY while anybody, this process too, has it mapped for writing.
  unmap();
  const auto deadline = std::chrono::steady_clock::now() + patience;
  for (;;) {
    if (fcntl(descriptor(), F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW) == 0) {
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
  const std::size_t bytes = size();
  void* address = mmap(nullptr, bytes, protection, MAP_SHARED, descriptor(), 0);
  if (address == MAP_FAILED) throw_errno("cannot map shared memory");
  bytes_ = {static_cast<std::byte*>(address), bytes};
}

void SharedMemory::unmap() {
  if (!bytes_.empty()) munmap(bytes_.data(), bytes_.size());
  bytes_ = {};
}

}  // namespace rowsort
