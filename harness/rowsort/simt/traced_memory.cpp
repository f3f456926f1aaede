#include "traced_memory.h"

#include <link.h>

namespace rowsort::simt {
namespace {

// A packed write, from the lowest bit on: 10 bits for the epoch of the warp, 11 for that of the
// block, 1 for atomic, and 42 for the thread, of which a grid has at most 2^41, plus 1. So epochs
// are told apart modulo 1024 and 2048.
constexpr unsigned kWarpBits = 10;
constexpr unsigned kBlockBits = 11;
constexpr std::uint64_t low(unsigned bits) {
  return (std::uint64_t{1} << bits) - 1;
}

std::uint64_t pack(const ElementWrite& write) {
  const std::uint64_t who = (write.thread + 1) << 1 | (write.atomic ? 1 : 0);
  return (who << kBlockBits | (write.block_epoch & low(kBlockBits))) << kWarpBits |
         (write.warp_epoch & low(kWarpBits));
}

ElementWrite unpack(std::uint64_t packed, CodeAddress code) {
  const std::uint64_t who = packed >> (kWarpBits + kBlockBits);
  return {(who >> 1) - 1, (who & 1) != 0,
          static_cast<unsigned>(packed >> kWarpBits & low(kBlockBits)),
          static_cast<unsigned>(packed & low(kWarpBits)), code};
}

constexpr std::uintptr_t kSectorBytes = 32;

std::uintptr_t address(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer);
}

/// Calls visit(module, segment) for each segment of the program and its libraries.
template <class Visit>
void for_each_segment(Visit visit) {
  const auto each_module = [](dl_phdr_info* module, std::size_t, void* data) {
    for (int i = 0; i < module->dlpi_phnum; ++i) {
      (*static_cast<Visit*>(data))(*module, module->dlpi_phdr[i]);
    }
    return 0;
  };
  dl_iterate_phdr(each_module, &visit);
}

}  // namespace

LastWrites::LastWrites(std::size_t elements, unsigned threads_per_block)
    : threads_per_block_(threads_per_block), last_(elements), code_(elements) {}

std::optional<ElementWrite> LastWrites::write(std::size_t element, const ElementWrite& now) {
  const std::uint64_t packed = pack(now);
  const std::uint64_t before = last_[element].exchange(packed, std::memory_order_relaxed);
  const CodeAddress code = code_[element].exchange(now.code, std::memory_order_relaxed);
  if (before == 0) return std::nullopt;
  const ElementWrite other = unpack(before, code);
  if (ordered(other, unpack(packed, now.code)) || (other.atomic && now.atomic)) return std::nullopt;
  if (other.thread != now.thread) return other;
  if (!other.atomic) {
    // A thread's plain write still races with others after the same thread's atomics.
    last_[element].store(before, std::memory_order_relaxed);
    code_[element].store(code, std::memory_order_relaxed);
  }
  return std::nullopt;
}

bool LastWrites::ordered(const ElementWrite& before, const ElementWrite& now) const {
  if (before.thread / threads_per_block_ != now.thread / threads_per_block_) return false;
  if (before.block_epoch != now.block_epoch) return true;
  const auto warp = [this](const ElementWrite& write) {
    return write.thread % threads_per_block_ / kLanes;
  };
  return warp(before) == warp(now) && before.warp_epoch != now.warp_epoch;
}

TracedMemory::TracedMemory(std::span<const KernelBuffer> buffers, unsigned threads_per_block) {
  std::uintptr_t sectors = 0;
  buffers_.reserve(buffers.size());  // regions_ points into it
  for (const KernelBuffer& buffer : buffers) {
    const std::uintptr_t begin = address(buffer.bytes.data());
    const std::size_t size = buffer.bytes.size();
    TracedBuffer& traced = buffers_.emplace_back(TracedBuffer{
        static_cast<unsigned>(buffers_.size()), &buffer, begin, static_cast<std::uint32_t>(sectors),
        buffer.use == BufferUse::kInput
            ? nullptr
            : std::make_unique<LastWrites>(size / buffer.element_size, threads_per_block)});
    sectors += (begin % kSectorBytes + size + kSectorBytes - 1) / kSectorBytes;
    regions_.push_back({begin, size, &traced});
    extents_.push_back({buffer.name, begin, begin + size, buffer.element_size});
  }
  for_each_segment([this](const dl_phdr_info& module, const ElfW(Phdr) & segment) {
    if (segment.p_type != PT_LOAD) return;
    regions_.push_back({module.dlpi_addr + segment.p_vaddr, segment.p_memsz, nullptr});
  });
}

std::vector<Region> thread_local_regions() {
  std::vector<Region> regions;
  for_each_segment([&](const dl_phdr_info& module, const ElfW(Phdr) & segment) {
    if (segment.p_type != PT_TLS || module.dlpi_tls_data == nullptr) return;
    regions.push_back({address(module.dlpi_tls_data), segment.p_memsz, nullptr});
  });
  return regions;
}

}  // namespace rowsort::simt
