#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "block.h"
#include "trace.h"
#include "traced_memory.h"

namespace rowsort::simt {

/// What an instruction of a traced kernel does with memory.
enum class Operation : std::uint8_t {
  load,
  store,
  atomic_load,
  atomic_store,
  atomic_exchange,  ///< replaces the value, whatever it is
  atomic_update,
  atomic_compare,  ///< an update that may fail
};

constexpr bool reads(Operation operation) {
  return operation == Operation::load || operation == Operation::atomic_load ||
         operation == Operation::atomic_update || operation == Operation::atomic_compare;
}
constexpr bool writes(Operation operation) {
  return operation != Operation::load && operation != Operation::atomic_load;
}
constexpr AccessKind kind(Operation operation) {
  if (operation == Operation::load) return AccessKind::kLoad;
  return operation == Operation::store ? AccessKind::kStore : AccessKind::kAtomic;
}

struct Access {
  std::uintptr_t address;
  std::size_t bytes;  ///< at most 16
  Operation operation;
  CodeAddress code;
};

/// The sectors that one access touches: the number of the first, doubled, plus 1 when the access
/// reaches into the next one.
using TouchedSectors = std::uint32_t;

/// What an instruction did to memory.
struct Counts : AccessCounts {
  std::uint64_t buffers = 0;  ///< bit b: it accessed buffer b
};

/// The accesses that the lanes of one warp make with one instruction, in any order of the lanes.
class RequestLog {
 public:
  /// Returns false when the lane's part is full.
  bool add(unsigned lane, TouchedSectors touched) {
    std::vector<TouchedSectors>& accesses = lanes_[lane];
    if (accesses.size() >= kMaxLoggedAccesses) return false;
    accesses.push_back(touched);
    used_ |= LaneMask{1} << lane;
    return true;
  }

  /// Makes the k-th accesses of all lanes one request, for every k, adds the requests and sectors
  /// to `counts`, and clears the log.
  void move_to(AccessCounts& counts);

 private:
  std::array<std::vector<TouchedSectors>, kLanes> lanes_;
  LaneMask used_ = 0;
};

/// An instruction that accesses memory.
struct Site {
  unsigned index;      ///< in the order in which the OS thread found them
  Region region = {};  ///< that it accessed last
  Counts counts = {};
};

/// Counts the accesses in the blocks that one OS thread runs.
class AccessCounter {
 public:
  /// Returns how many accesses the running lane has made, with this one.
  std::uint64_t add_step() { return ++warp_log().steps[threadIdx.x % kLanes]; }

  Site& find_site(const Access& access) {
    const auto code = reinterpret_cast<std::uintptr_t>(access.code);
    const Key key = code << 2 | static_cast<Key>(kind(access.operation));
    CachedSite& cached = cache_[(code ^ code >> 10) % cache_.size()];
    if (cached.key != key) cached = {key, &look_up_site(key)};
    return *cached.site;
  }

  /// Counts an access of the running lane to a buffer: that of site.region.
  void count(Site& site, const Access& access) {
    const TracedBuffer& buffer = *site.region.buffer;
    const std::uintptr_t first = access.address / kSectorBytes;
    const std::uintptr_t last = (access.address + access.bytes - 1) / kSectorBytes;
    const auto sector =
        static_cast<std::uint32_t>(buffer.first_sector + (first - buffer.begin / kSectorBytes));
    const auto spans_two = static_cast<std::uint32_t>(last - first);
    site.counts.bytes += access.bytes;
    site.counts.widest = std::max(site.counts.widest, access.bytes);
    std::vector<RequestLog>& logs = log_->requests;
    if (site.index >= logs.size()) logs.resize(by_index_.size());
    if (!logs[site.index].add(threadIdx.x % kLanes, 2 * sector + spans_two)) {
      ++site.counts.requests;
      site.counts.sectors += 1 + spans_two;
    }
  }

  void end_warp(unsigned warp);

 private:
  friend class Totals;
  using Key = std::uint64_t;  ///< the instruction's address, and its AccessKind in the last 2 bits
  struct CachedSite {
    Key key = 0;
    Site* site = nullptr;
  };
  /// What is kept of a warp while it runs.
  struct WarpLog {
    std::vector<RequestLog> requests;  ///< by Site::index
    std::array<std::uint64_t, kLanes> steps{};
  };

  Site& look_up_site(Key key);
  WarpLog& warp_log() {
    const unsigned warp = threadIdx.x / kLanes;
    if (log_ == nullptr || warp != log_warp_) switch_log(warp);
    return *log_;
  }
  void switch_log(unsigned warp);

  std::unordered_map<Key, Site> sites_;
  std::vector<Site*> by_index_;
  std::array<CachedSite, 1024> cache_{};  ///< the sites used last, by part of their keys

  std::array<std::unique_ptr<WarpLog>, kMaxWarps> logs_;
  std::vector<std::unique_ptr<WarpLog>> free_logs_;
  WarpLog* log_ = nullptr;  ///< of warp log_warp_
  unsigned log_warp_ = 0;
};

/// What all OS threads have counted, by instruction.
class Totals {
 public:
  /// Several OS threads may call it at once.
  void add(const AccessCounter& counter);

  /// By line, kind and buffers. Instructions without a line are not put together.
  std::vector<SiteCounts> by_line(std::span<const KernelBuffer> buffers) const;

 private:
  std::mutex mutex_;
  std::map<AccessCounter::Key, Counts> totals_;
};

}  // namespace rowsort::simt
