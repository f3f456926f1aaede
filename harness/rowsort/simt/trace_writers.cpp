#include "trace_writers.h"

namespace rowsort::simt {
namespace {

// From the lowest bit on: 10 bits for the meetings of the warp, 11 for those of the block, 1 for
// atomic, and 42 for the thread, of which a grid has at most 2^41, plus 1. Meetings are told apart
// modulo 1024 and 2048.
constexpr unsigned kWarpBits = 10;
constexpr unsigned kBlockBits = 11;
constexpr std::uint64_t low(unsigned bits) {
  return (std::uint64_t{1} << bits) - 1;
}

std::uint64_t pack(const ElementWrite& write) {
  const std::uint64_t who = (write.thread + 1) << 1 | (write.atomic ? 1 : 0);
  return (who << kBlockBits | (write.block_meetings & low(kBlockBits))) << kWarpBits |
         (write.warp_meetings & low(kWarpBits));
}

ElementWrite unpack(std::uint64_t packed, CodeAddress code) {
  const std::uint64_t who = packed >> (kWarpBits + kBlockBits);
  return {(who >> 1) - 1, (who & 1) != 0,
          static_cast<unsigned>(packed >> kWarpBits & low(kBlockBits)),
          static_cast<unsigned>(packed & low(kWarpBits)), code};
}

}  // namespace

Writers::Writers(std::size_t elements, unsigned threads_per_block)
    : threads_per_block_(threads_per_block), last_(elements), code_(elements) {}

std::optional<ElementWrite> Writers::write(std::size_t element, const ElementWrite& now) {
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

bool Writers::ordered(const ElementWrite& before, const ElementWrite& now) const {
  if (before.thread / threads_per_block_ != now.thread / threads_per_block_) return false;
  if (before.block_meetings != now.block_meetings) return true;
  const auto warp = [this](const ElementWrite& write) {
    return write.thread % threads_per_block_ / kLanes;
  };
  return warp(before) == warp(now) && before.warp_meetings != now.warp_meetings;
}

}  // namespace rowsort::simt
