#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "fiber.h"
#include "launch.h"
#include "warp.h"

namespace rowsort::simt {

inline constexpr unsigned kMaxWarps = 32;  // 1024 threads a block

/// A thread of the grid.
struct ThreadIndex {
  std::size_t block;
  unsigned warp;  ///< within the block
  unsigned lane;
};

/// The threads of a block that wait at one of the four kinds of __syncthreads.
struct Barrier {
  detail::BuiltIn built_in;
  unsigned arrived = 0;
  unsigned votes = 0;                         ///< how many of them passed a true predicate
  std::array<LaneMask, kMaxWarps> waiting{};  ///< which lanes they are, by warp
};

/// A block has all four, since its threads may wait at different ones by mistake.
using Barriers = std::array<Barrier, 4>;

inline constexpr Barriers kNoBarriers = {
    Barrier{detail::BuiltIn::syncthreads}, Barrier{detail::BuiltIn::syncthreads_count},
    Barrier{detail::BuiltIn::syncthreads_and}, Barrier{detail::BuiltIn::syncthreads_or}};

/// Learns how far the blocks that one OS thread runs have come.
class BlockObserver {
 public:
  virtual ~BlockObserver() = default;

  /// All lanes of the warp have left the kernel, also when an error ended them. It may be told so
  /// again at the end of the block.
  virtual void warp_ended(unsigned warp) = 0;
};

/// Called on each OS thread that runs blocks, before its first block.
using MakeObserver = std::function<std::unique_ptr<BlockObserver>()>;

/// launch() with observers. A shuffle that reads a lane outside its mask is then an error.
void launch_observed(LaunchShape shape, const std::function<void()>& body, LaunchOptions options,
                     const MakeObserver& make_observer);

/// Runs blocks, one after the other, on one OS thread.
///
/// The lanes of a warp run back to back, as plain calls on the stack of one fiber. A lane that has
/// to wait keeps that stack. It switches to a lane that can go on, or to an idle fiber, which starts
/// the lanes that are left. So a kernel that never waits needs one fiber, and a warp whose lanes all
/// wait needs 32.
class BlockRunner {
 public:
  /// `observer` may be null. It and `body` have to outlive the runner.
  BlockRunner(LaunchShape shape, const std::function<void()>& body,
              BlockObserver* observer = nullptr);
  ~BlockRunner();
  BlockRunner(const BlockRunner&) = delete;
  BlockRunner& operator=(const BlockRunner&) = delete;

  /// Runs a block to its end, and returns its first error if there was one.
  std::optional<KernelError> run(std::size_t block);

  /// The runner of the calling OS thread; null outside of a kernel.
  static BlockRunner* running() { return running_; }

  /// The thread of the grid that runs.
  const ThreadIndex& thread() const { return thread_; }

  bool observed() const { return observer_ != nullptr; }

  /// The stack of the lane that runs.
  std::span<const std::byte> stack() const { return current_->stack(); }

  /// How often the lanes of the running warp, and the threads of the block, have synchronized. Two
  /// accesses in different epochs are ordered.
  unsigned warp_epoch() const { return warp_->epoch; }
  unsigned block_epoch() const { return block_epoch_; }

  /// The running lane passes `value` to a built-in of its warp and waits there for the lanes in
  /// `mask`. Returns its result. `caller` is the code that called the built-in. See Warp::arrive.
  detail::Bits synchronize_warp(detail::BuiltIn built_in, LaneMask mask, detail::Bits value,
                                unsigned source, CodeAddress caller, int line = 0);

  /// The running lane waits for all threads of the block. Returns how many predicates hold.
  unsigned synchronize_block(detail::BuiltIn built_in, bool predicate, CodeAddress caller);

 private:
  struct Abandoned {};  ///< thrown to unwind a lane that must not go on

  static void run_fiber(void* runner);
  void start_lanes();
  std::optional<KernelError> run_lane();
  void fail(KernelError error);
  void wait();
  Fiber* next_fiber();
  Fiber* select_ready_lane();
  void enter_warp(unsigned warp);
  [[noreturn]] static void throw_abandoned();
  Fiber& idle_fiber();
  void add_fiber();
  void switch_to(Fiber& next);
  void complete(Barrier& barrier);

  static constinit thread_local BlockRunner* running_;

  const std::function<void()>& body_;
  BlockObserver* observer_;
  unsigned threads_;
  std::vector<Warp> warps_;
  Barriers barriers_ = kNoBarriers;
  unsigned block_votes_ = 0;  ///< result of the barrier that completed last
  unsigned block_epoch_ = 0;
  ThreadIndex thread_{};
  Warp* warp_ = nullptr;         ///< that of thread_
  unsigned runnable_warps_ = 0;  ///< bit w: warp w may have a lane that can run
  std::optional<KernelError> failure_;

  Fiber home_;  ///< the OS thread's stack, on which run() was called
  Fiber* current_ = &home_;
  std::vector<std::unique_ptr<Fiber>> fibers_;
  std::vector<Fiber*> idle_;
  bool quitting_ = false;
};

// The functions in which a lane waits are inlined into the built-in. A processor predicts where a
// function returns to from the last calls that it has seen. After a switch those were another
// lane's, so each frame that stays on the stack costs every lane a wrong prediction.

[[gnu::always_inline]] inline void BlockRunner::switch_to(Fiber& next) {
  Fiber& self = *current_;
  current_ = &next;
  Fiber::switch_to(next, self);
}

[[gnu::always_inline]] inline Fiber* BlockRunner::select_ready_lane() {
  Warp& warp = *warp_;
  const unsigned lane = lowest(warp.ready);
  warp.ready &= warp.ready - 1;
  thread_.lane = lane;
  threadIdx.x = thread_.warp * kLanes + lane;
  return warp.fibers[lane];
}

/// Suspends the running lane until it is selected again.
[[gnu::always_inline]] inline void BlockRunner::wait() {
  Fiber* self = current_;
  warp_->fibers[thread_.lane] = self;
  Fiber* next = warp_->ready != 0 ? select_ready_lane() : next_fiber();
  if (next == nullptr) next = &idle_fiber();
  if (next != self) switch_to(*next);
  if (failure_) throw_abandoned();
}

[[gnu::always_inline]] inline detail::Bits BlockRunner::synchronize_warp(
    detail::BuiltIn built_in, LaneMask mask, detail::Bits value, unsigned source,
    CodeAddress caller, int line) {
  Warp& warp = *warp_;
  const unsigned lane = thread_.lane;
  warp.callers[lane] = caller;
  if (!warp.arrive(built_in, mask, lane, value, source, line)) wait();
  return warp.values[lane];
}

}  // namespace rowsort::simt
