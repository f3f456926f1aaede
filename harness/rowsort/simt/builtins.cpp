#include <atomic>
#include <stdexcept>
#include <string>

#include "block.h"
#include "messages.h"
#include "simt.h"
#include "warp.h"

namespace rowsort::simt::detail {
namespace {

// Out of line, to keep the frame small that a waiting lane leaves on its stack.
[[noreturn, gnu::noinline, gnu::cold]] void throw_outside_of_kernel() {
  throw std::logic_error("a CUDA built-in was called outside of a kernel");
}
[[noreturn, gnu::noinline, gnu::cold]] void throw_foreign_mask(BuiltIn built_in, LanePlace place,
                                                               unsigned mask, CodeAddress caller) {
  throw misuse(built_in, place, caller,
               "the mask " + hex(mask) + " does not name the calling lane");
}
[[noreturn, gnu::noinline, gnu::cold]] void throw_bad_width(BuiltIn built_in, LanePlace place,
                                                            int width, CodeAddress caller) {
  throw misuse(built_in, place, caller,
               "the width " + std::to_string(width) + " is no power of two from 1 to 32");
}
[[noreturn, gnu::noinline, gnu::cold]] void throw_foreign_source(BuiltIn built_in, LanePlace place,
                                                                 unsigned mask, unsigned source,
                                                                 CodeAddress caller) {
  throw misuse(built_in, place, caller,
               "it reads lane " + std::to_string(source) + ", which the mask " + hex(mask) +
                   " does not name; narrow the width or name the lane too");
}

inline BlockRunner& running() {
  BlockRunner* runner = BlockRunner::running();
  if (runner == nullptr) throw_outside_of_kernel();
  return *runner;
}

/// Returns the runner, after a check that the mask names the lane that runs.
inline BlockRunner& runner_for(BuiltIn built_in, unsigned mask, CodeAddress caller) {
  BlockRunner& runner = running();
  if ((mask >> runner.place().lane & 1) == 0) {
    throw_foreign_mask(built_in, runner.place(), mask, caller);
  }
  return runner;
}

}  // namespace

// simt.h inlines what calls these functions, so they return to where the kernel called the
// built-in.
#define ROWSORT_CALLER __builtin_return_address(0)

void sync_warp(unsigned mask) {
  const CodeAddress caller = ROWSORT_CALLER;
  runner_for(BuiltIn::syncwarp, mask, caller).meet(BuiltIn::syncwarp, mask, 0, 0, caller);
}

unsigned active_mask(int line) {
  return static_cast<unsigned>(running().meet(BuiltIn::activemask, 0, 0, 0, ROWSORT_CALLER, line));
}

Bits shuffle(BuiltIn built_in, unsigned mask, Bits value, unsigned operand, int width) {
  const CodeAddress caller = ROWSORT_CALLER;
  BlockRunner& runner = runner_for(built_in, mask, caller);
  const LanePlace& place = runner.place();
  if (width < 1 || width > warpSize || (width & (width - 1)) != 0) {
    throw_bad_width(built_in, place, width, caller);
  }
  const unsigned source =
      shuffle_source(built_in, place.lane, operand, static_cast<unsigned>(width));
  if ((mask >> source & 1) == 0 && runner.observed()) {
    throw_foreign_source(built_in, place, mask, source, caller);
  }
  return runner.meet(built_in, mask, value, source, caller);
}

unsigned vote(BuiltIn built_in, unsigned mask, bool predicate) {
  const CodeAddress caller = ROWSORT_CALLER;
  return static_cast<unsigned>(
      runner_for(built_in, mask, caller).meet(built_in, mask, predicate ? 1 : 0, 0, caller));
}

unsigned reduce(BuiltIn built_in, unsigned mask, unsigned value) {
  const CodeAddress caller = ROWSORT_CALLER;
  return static_cast<unsigned>(
      runner_for(built_in, mask, caller).meet(built_in, mask, value, 0, caller));
}

int sync_threads(BuiltIn built_in, bool predicate) {
  return static_cast<int>(running().meet_block(built_in, predicate, ROWSORT_CALLER));
}

#undef ROWSORT_CALLER

void thread_fence() {
  std::atomic_thread_fence(std::memory_order_seq_cst);
}

}  // namespace rowsort::simt::detail
