#include "traced_memory.h"

#include <link.h>

namespace rowsort::simt {
namespace {

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

std::optional<LastWrites::Writer> LastWrites::write(std::size_t element, ElementWrite now,
                                                    CodeAddress code) {
  const ElementWrite before = last_[element].exchange(now, std::memory_order_relaxed);
  const CodeAddress before_code = code_[element].exchange(code, std::memory_order_relaxed);
  const bool both_atomic = before.atomic != 0 && now.atomic != 0;
  if (before.thread == 0 || both_atomic || ordered(before, now)) return std::nullopt;
  if (before.thread != now.thread) return Writer{before.thread - 1, before_code};
  if (before.atomic == 0) {
    // A thread's plain write still races with others after the same thread's atomics.
    last_[element].store(before, std::memory_order_relaxed);
    code_[element].store(before_code, std::memory_order_relaxed);
  }
  return std::nullopt;
}

bool LastWrites::ordered(ElementWrite before, ElementWrite now) const {
  const std::uint64_t thread = before.thread - 1;
  const std::uint64_t thread_now = now.thread - 1;
  if (thread / threads_per_block_ != thread_now / threads_per_block_) return false;
  if (before.block_epoch != now.block_epoch) return true;
  const bool same_warp =
      thread % threads_per_block_ / kLanes == thread_now % threads_per_block_ / kLanes;
  return same_warp && before.warp_epoch != now.warp_epoch;
}

TracedMemory::TracedMemory(std::span<const KernelBuffer> buffers, unsigned threads_per_block)
    : descriptions_(buffers) {
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
