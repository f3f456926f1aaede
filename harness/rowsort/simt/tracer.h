#pragma once

#include <csetjmp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "access_counter.h"
#include "block.h"
#include "traced_memory.h"

namespace rowsort::simt {

/// Watches the blocks that one OS thread runs: checks and counts each access of a traced kernel.
class Tracer final : public BlockObserver {
 public:
  /// `memory` and `totals`, which gets the counts at the end, have to outlive it.
  Tracer(const TracedMemory& memory, LaunchShape shape, std::uint64_t step_limit, Totals& totals);
  ~Tracer() override;

  /// The tracer of the calling OS thread; null outside of a traced launch.
  static Tracer* current() { return current_; }

  /// Calls `body` for the running lane. Throws KernelError for what the lane does wrong.
  static void run_lane(const std::function<void()>& body);

  /// The running lane is about to make this access. Does not return if it is wrong: a callback of
  /// the sanitizer cannot throw, so this jumps to run_lane(), which throws.
  void access(const Access& access);

  /// An atomic_compare has succeeded.
  void end_update() { updated_address_ = 0; }

  void warp_ended(unsigned warp) override { counter_.end_warp(warp); }

 private:
  bool find_region(Site& site, const Access& access);
  bool repeats_update(const Access& access);
  [[noreturn]] void leave_kernel();

  // What is wrong with an access, each with its message.
  using Problem = std::optional<KernelError>;
  Problem check(const TracedBuffer& buffer, const Access& access) const;
  Problem write_race(const TracedBuffer& buffer, std::size_t element, const Access& access) const;
  KernelError outside_of_buffers(const Access& access) const;
  KernelError endless_loop(const Access& access) const;

  static constinit thread_local Tracer* current_;

  const TracedMemory& memory_;
  LaunchShape shape_;
  std::uint64_t step_limit_;
  Totals& totals_;
  std::vector<Region> own_regions_;  ///< of the OS thread
  AccessCounter counter_;
  std::uintptr_t updated_address_ = 0;  ///< by the running lane, since its atomic_load
  std::vector<std::jmp_buf*> exits_;    ///< in run_lane(), by thread of the block
  Problem failure_;                     ///< of the lane that leaves the kernel
};

}  // namespace rowsort::simt
