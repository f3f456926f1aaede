#pragma once

#include <bit>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "barrier.h"
#include "fiber.h"
#include "launch.h"
#include "messages.h"
#include "observer.h"
#include "warp.h"

namespace rowsort::simt {

/// Runs blocks, one after the other, on one OS thread.
///
/// The lanes of a warp run back to back, as plain calls on the stack of one fiber. A lane that has
/// to wait keeps that stack and hands over to a lane that can go on, or to an idle fiber, which
/// starts the lanes that are left. So a kernel without waiting needs one fiber, and a warp of
/// waiting lanes 32.
class BlockRunner {
 public:
  /// `body` and `observer`, which may be null, have to outlive the runner.
  BlockRunner(LaunchShape shape, const std::function<void()>& body,
              BlockObserver* observer = nullptr);
  ~BlockRunner();
  BlockRunner(const BlockRunner&) = delete;
  BlockRunner& operator=(const BlockRunner&) = delete;

  /// Runs a block to its end. Returns what went wrong in it, if anything; nothing of it runs any
  /// more then.
  std::optional<KernelError> run(std::size_t block);

  /// The runner whose lane the calling OS thread runs; null outside of a kernel.
  static BlockRunner* running() { return running_; }

  /// The lane that runs.
  const LanePlace& place() const { return place_; }

  bool observed() const { return observer_ != nullptr; }

  /// The stack of the lane that runs.
  std::span<const std::byte> stack() const { return current_->stack(); }

  /// How often lanes of the running lane's warp, and the threads of its block, have waited for each
  /// other: what is done at different counts is ordered.
  unsigned warp_meetings() const { return warp_->meetings; }
  unsigned block_meetings() const { return block_meetings_; }

  /// The lane that runs brings `value` to a built-in of its warp and waits there for the lanes in
  /// `mask`. Returns its result. `caller` is the code that called the built-in. See Warp::arrive.
  detail::Bits meet(detail::BuiltIn built_in, LaneMask mask, detail::Bits value, unsigned source,
                    CodeAddress caller, int line = 0);

  /// The lane that runs waits for all threads of the block. Returns how many predicates hold.
  unsigned meet_block(detail::BuiltIn built_in, bool predicate, CodeAddress caller);

 private:
  struct Abandoned {};  ///< thrown through a lane that is not to go on

  static void serve(void* runner);
  void start_lanes();
  std::optional<KernelError> run_lane();
  void fail(KernelError error);
  void wait();
  Fiber* successor();
  Fiber* select_ready_lane();
  void enter_warp(unsigned warp);
  [[noreturn]] static void throw_abandoned();
  Fiber& idle_fiber();
  void add_fiber();
  void switch_to(Fiber& next);
  void complete(Barrier& barrier);
  bool anybody_at_barrier() const;

  static constinit thread_local BlockRunner* running_;

  const std::function<void()>& body_;
  BlockObserver* observer_;
  unsigned threads_;
  std::vector<Warp> warps_;
  Barriers barriers_ = kNoBarriers;
  unsigned block_votes_ = 0;  ///< result of the barrier that completed last
  unsigned block_meetings_ = 0;
  LanePlace place_{};
  Warp* warp_ = nullptr;         ///< that of place_
  unsigned runnable_warps_ = 0;  ///< bit w: warp w may have a lane that can run
  std::optional<KernelError> failure_;

  Fiber home_;  ///< the OS thread's stack, on which run() was called
  Fiber* current_ = &home_;
  std::vector<std::unique_ptr<Fiber>> fibers_;
  std::vector<Fiber*> idle_;
  bool quitting_ = false;
};

// The functions that a lane is left in while others run are inlined into the built-in. A processor
// predicts where a function returns to from the calls it has seen last; those were another lane's,
// so each frame that stays on the stack costs a wrong prediction for every lane that goes on.

[[gnu::always_inline]] inline void BlockRunner::switch_to(Fiber& next) {
  Fiber& self = *current_;
  current_ = &next;
  Fiber::switch_to(next, self);
}

[[gnu::always_inline]] inline Fiber* BlockRunner::select_ready_lane() {
  Warp& warp = *warp_;
  const auto lane = static_cast<unsigned>(std::countr_zero(warp.ready));
  warp.ready &= warp.ready - 1;
  place_.lane = lane;
  threadIdx.x = place_.warp * kLanes + lane;
  return warp.fibers[lane];
}

/// Leaves the lane that runs until it is selected again.
[[gnu::always_inline]] inline void BlockRunner::wait() {
  Fiber* self = current_;
  warp_->fibers[place_.lane] = self;
  Fiber* next = warp_->ready != 0 ? select_ready_lane() : successor();
  if (next == nullptr) next = &idle_fiber();
  if (next != self) switch_to(*next);
  if (failure_) throw_abandoned();
}

[[gnu::always_inline]] inline detail::Bits BlockRunner::meet(detail::BuiltIn built_in,
                                                             LaneMask mask, detail::Bits value,
                                                             unsigned source, CodeAddress caller,
                                                             int line) {
  Warp& warp = *warp_;
  const unsigned lane = place_.lane;
  warp.callers[lane] = caller;
  if (!warp.arrive(built_in, mask, lane, value, source, line)) wait();
  return warp.values[lane];
}

}  // namespace rowsort::simt
