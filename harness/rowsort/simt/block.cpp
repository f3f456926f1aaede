#include "block.h"

#include <algorithm>
#include <exception>

#include "messages.h"

constinit thread_local uint3 threadIdx{};
constinit thread_local uint3 blockIdx{};
constinit thread_local dim3 blockDim{};
constinit thread_local dim3 gridDim{};

namespace rowsort::simt {

using detail::BuiltIn;

constinit thread_local BlockRunner* BlockRunner::running_ = nullptr;

BlockRunner::BlockRunner(LaunchShape shape, const std::function<void()>& body,
                         BlockObserver* observer)
    : body_(body),
      observer_(observer),
      threads_(shape.threads_per_block),
      warps_((shape.threads_per_block + kLanes - 1) / kLanes) {
  blockDim = dim3(threads_);
  gridDim = dim3(static_cast<unsigned>(shape.blocks));
  add_fiber();
}

BlockRunner::~BlockRunner() {
  quitting_ = true;
  for (const auto& fiber : fibers_) switch_to(*fiber);
}

std::optional<KernelError> BlockRunner::run(std::size_t block) {
  for (std::size_t w = 0; w < warps_.size(); ++w) {
    warps_[w].reset(std::min(kLanes, threads_ - static_cast<unsigned>(w) * kLanes));
  }
  runnable_warps_ = static_cast<unsigned>((std::uint64_t{1} << warps_.size()) - 1);
  thread_.block = block;
  block_epoch_ = 0;
  enter_warp(0);
  blockIdx = {static_cast<unsigned>(block), 0, 0};
  failure_.reset();
  running_ = this;
  switch_to(idle_fiber());
  running_ = nullptr;
  for (unsigned warp = 0; observer_ != nullptr && warp < warps_.size(); ++warp) {
    observer_->warp_ended(warp);
  }
  return std::move(failure_);
}

unsigned BlockRunner::synchronize_block(BuiltIn built_in, bool predicate, CodeAddress caller) {
  warp_->callers[thread_.lane] = caller;
  Barrier& barrier = barriers_[static_cast<std::size_t>(built_in) -
                               static_cast<std::size_t>(BuiltIn::syncthreads)];
  barrier.waiting[thread_.warp] |= LaneMask{1} << thread_.lane;
  barrier.votes += predicate ? 1 : 0;
  if (++barrier.arrived == threads_) {
    complete(barrier);
  } else {
    wait();
  }
  return block_votes_;
}

/// Makes all threads of the block ready. The one that runs need not wait.
void BlockRunner::complete(Barrier& barrier) {
  block_votes_ = barrier.votes;
  ++block_epoch_;
  for (std::size_t w = 0; w < warps_.size(); ++w) warps_[w].ready = barrier.waiting[w];
  warps_[thread_.warp].ready &= ~(LaneMask{1} << thread_.lane);
  runnable_warps_ = static_cast<unsigned>((std::uint64_t{1} << warps_.size()) - 1);
  barrier = Barrier{barrier.built_in};
}

/// Chooses who runs when the lane that ran cannot go on: the fiber of a lane that has waited, which
/// thread_ then names; nullptr for lanes of the warp thread_.warp that have not started; home_ at
/// the end of the block.
Fiber* BlockRunner::next_fiber() {
  // It can fail, so it is done here, where thread_ still names the lane that wanted to wait.
  if (idle_.empty()) add_fiber();
  for (;;) {
    if (warp_->ready != 0) return select_ready_lane();
    if (warp_->unstarted != 0) return nullptr;
    if (!warp_->groups().empty()) {
      if (!warp_->release_stalled()) fail(warp_deadlock(thread_, *warp_, barriers_));
      continue;
    }
    runnable_warps_ &= ~(1u << thread_.warp);
    if (observer_ != nullptr && warp_->exited == warp_->existing) {
      observer_->warp_ended(thread_.warp);
    }
    if (runnable_warps_ != 0) {
      enter_warp(lowest(runnable_warps_));
    } else if (std::any_of(barriers_.begin(), barriers_.end(),
                           [](const Barrier& barrier) { return barrier.arrived != 0; })) {
      fail(block_deadlock(thread_.block, threads_, warps_, barriers_));
    } else {
      return &home_;
    }
  }
}

void BlockRunner::enter_warp(unsigned warp) {
  thread_.warp = warp;
  warp_ = &warps_[warp];
}

void BlockRunner::throw_abandoned() {
  throw Abandoned{};
}

// Inlined for the same reason as wait().
[[gnu::always_inline]] inline std::optional<KernelError> BlockRunner::run_lane() {
  try {
    body_();
  } catch (const Abandoned&) {
  } catch (const KernelError& error) {
    return error;
  } catch (const std::exception& error) {
    return error_at("exception", thread_, nullptr, error.what());
  } catch (...) {
    return error_at("exception", thread_, nullptr, "not a std::exception");
  }
  return std::nullopt;
}

/// Runs the lanes of a warp that have not started, one after the other. While a lane waits, other
/// fibers start the rest.
[[gnu::always_inline]] inline void BlockRunner::start_lanes() {
  Warp& warp = *warp_;
  const unsigned first_thread = thread_.warp * kLanes;
  while (warp.unstarted != 0) {
    const unsigned lane = lowest(warp.unstarted);
    warp.unstarted &= warp.unstarted - 1;
    thread_.lane = lane;
    threadIdx.x = first_thread + lane;
    std::optional<KernelError> error = run_lane();
    warp.exited |= LaneMask{1} << lane;
    if (error) fail(*std::move(error));
  }
}

/// The main function of a fiber: starts lanes, and switches to another fiber when all have started.
void BlockRunner::run_fiber(void* runner) {
  auto& self = *static_cast<BlockRunner*>(runner);
  while (!self.quitting_) {
    self.start_lanes();
    Fiber* next = self.next_fiber();
    if (next == nullptr) continue;
    self.idle_.push_back(self.current_);
    self.switch_to(*next);
  }
}

/// Ends the block. Lanes that wait are unwound when their turn comes. The first error is kept.
void BlockRunner::fail(KernelError error) {
  if (!failure_) failure_ = std::move(error);
  for (Warp& warp : warps_) warp.abandon();
  barriers_ = kNoBarriers;
  runnable_warps_ = static_cast<unsigned>((std::uint64_t{1} << warps_.size()) - 1);
}

Fiber& BlockRunner::idle_fiber() {
  Fiber& fiber = *idle_.back();
  idle_.pop_back();
  return fiber;
}

void BlockRunner::add_fiber() {
  const auto index = static_cast<unsigned>(fibers_.size());
  idle_.reserve(index + 1);  // so that returning a fiber to idle_ cannot fail
  fibers_.push_back(std::make_unique<Fiber>(index, &run_fiber, this));
  idle_.push_back(fibers_.back().get());
}

}  // namespace rowsort::simt
