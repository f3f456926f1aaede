#pragma once

#include <array>
#include <csetjmp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "block.h"
#include "observer.h"
#include "trace.h"
#include "trace_access.h"
#include "trace_log.h"
#include "trace_memory.h"

namespace rowsort::simt {

/// An instruction that accesses memory.
struct Site {
  CodeAddress code;
  AccessKind kind;
  unsigned index;             ///< in the order in which the OS thread came to them
  Region region;              ///< that it accessed last
  std::uint64_t buffers = 0;  ///< bit b: it has accessed buffer b
  RequestCount count;
  std::uint64_t bytes = 0;
  std::size_t widest = 0;  ///< bytes of its widest access
};

/// Watches the blocks that one OS thread runs. Every access of a traced kernel ends up in access().
class BlockTrace final : public BlockObserver {
 public:
  using Sites = std::unordered_map<std::uint64_t, std::unique_ptr<Site>>;
  /// Gets what has been counted when the blocks have ended.
  using Collect = std::function<void(const Sites&)>;

  BlockTrace(const TracedMemory& memory, LaunchShape shape, std::uint64_t step_limit,
             Collect collect);
  ~BlockTrace() override;

  /// The trace of the calling OS thread, null outside of a traced launch.
  static BlockTrace* current() { return current_; }

  /// Where the running lane goes on after fail(): in a frame below the kernel's.
  void enter_lane(std::jmp_buf& after_failure) { exits_[threadIdx.x] = &after_failure; }
  KernelError take_failure() { return *std::move(failure_); }

  void access(const Access& access);
  /// An atomic_compare has succeeded.
  void end_update() { updated_address_ = 0; }

  void warp_ended(unsigned warp) override;
  void block_ended() override;

 private:
  /// What is kept of a warp while it runs.
  struct WarpLog {
    std::vector<RequestLog> requests;  ///< by the index of the site
    std::array<std::uint64_t, kLanes> steps{};
  };

  Site& find_site(const Access& access);
  Site& look_up_site(std::uint64_t key, const Access& access);
  void find_region(Site& site, const Access& access);
  void check(const TracedBuffer& buffer, const Access& access);
  void check_write(const TracedBuffer& buffer, std::size_t element, const Access& access);
  bool counts_by_itself(const Access& access);
  void count(Site& site, const Access& access);
  WarpLog& warp_log() {
    const unsigned warp = threadIdx.x / kLanes;
    if (log_ == nullptr || warp != log_warp_) switch_log(warp);
    return *log_;
  }
  void switch_log(unsigned warp);
  /// Leaves the kernel. A callback cannot throw: the compiler takes it for a function that never
  /// does.
  [[noreturn]] void fail(KernelError error);

  static constinit thread_local BlockTrace* current_;

  const TracedMemory& memory_;
  LaunchShape shape_;
  std::uint64_t step_limit_;
  Collect collect_;
  std::vector<Region> own_regions_;  ///< of the OS thread

  Sites sites_;
  std::vector<Site*> by_index_;
  /// The sites used last, by part of their keys.
  struct CachedSite {
    std::uint64_t key = 0;
    Site* site = nullptr;
  };
  std::array<CachedSite, 1024> cache_{};

  std::array<std::unique_ptr<WarpLog>, kMaxWarps> logs_;
  std::vector<std::unique_ptr<WarpLog>> free_logs_;
  WarpLog* log_ = nullptr;  ///< of warp log_warp_
  unsigned log_warp_ = 0;

  std::uintptr_t updated_address_ = 0;  ///< by the lane that runs, since its atomic_load

  std::vector<std::jmp_buf*> exits_;  ///< by thread of the block
  std::optional<KernelError> failure_;
};

}  // namespace rowsort::simt
