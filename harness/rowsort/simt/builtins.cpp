#include <atomic>
#include <stdexcept>
#include <string>

#include "messages.h"

// What the built-ins of simt.h do. Each mistake in a call is checked here, and its message is
// written here.

namespace rowsort::simt::detail {
namespace {

// The errors are thrown out of line: a waiting lane leaves a small frame on its stack.
[[noreturn, gnu::noinline, gnu::cold]] void throw_outside_of_kernel() {
  throw std::logic_error("a CUDA built-in was called outside of a kernel");
}
[[noreturn, gnu::noinline, gnu::cold]] void throw_foreign_mask(BuiltIn built_in, unsigned mask,
                                                               CodeAddress caller) {
  throw misuse(built_in, BlockRunner::running()->thread(), caller,
               "the mask " + hex(mask, 8) + " does not name the calling lane");
}
[[noreturn, gnu::noinline, gnu::cold]] void throw_bad_width(BuiltIn built_in, int width,
                                                            CodeAddress caller) {
  throw misuse(built_in, BlockRunner::running()->thread(), caller,
               "the width is " + std::to_string(width) + "; it must be 1, 2, 4, 8, 16 or 32");
}
[[noreturn, gnu::noinline, gnu::cold]] void throw_foreign_source(BuiltIn built_in, unsigned mask,
                                                                 unsigned source,
                                                                 CodeAddress caller) {
  throw misuse(built_in, BlockRunner::running()->thread(), caller,
               "it reads lane " + std::to_string(source) + ", which the mask " + hex(mask, 8) +
                   " does not name; use a smaller width, or name the lane too");
}

inline BlockRunner& running() {
  BlockRunner* runner = BlockRunner::running();
  if (runner == nullptr) throw_outside_of_kernel();
  return *runner;
}

/// Returns the runner, after a check that the mask names the running lane.
inline BlockRunner& runner_for(BuiltIn built_in, unsigned mask, CodeAddress caller) {
  BlockRunner& runner = running();
  if ((mask >> runner.thread().lane & 1) == 0) throw_foreign_mask(built_in, mask, caller);
  return runner;
}

}  // namespace

// simt.h inlines the callers of these functions, so they return to where the kernel called the
// built-in.
#define ROWSORT_CALLER __builtin_return_address(0)

void sync_warp(unsigned mask) {
  const CodeAddress caller = ROWSORT_CALLER;
  BlockRunner& runner = runner_for(BuiltIn::syncwarp, mask, caller);
  runner.synchronize_warp(BuiltIn::syncwarp, mask, 0, 0, caller);
}

unsigned active_mask(int line) {
  const CodeAddress caller = ROWSORT_CALLER;
  return static_cast<unsigned>(
      running().synchronize_warp(BuiltIn::activemask, 0, 0, 0, caller, line));
}

Bits shuffle(BuiltIn built_in, unsigned mask, Bits value, unsigned operand, int width) {
  const CodeAddress caller = ROWSORT_CALLER;
  BlockRunner& runner = runner_for(built_in, mask, caller);
  if (width < 1 || width > warpSize || (width & (width - 1)) != 0) {
    throw_bad_width(built_in, width, caller);
  }
  const unsigned source =
      shuffle_source(built_in, runner.thread().lane, operand, static_cast<unsigned>(width));
  if ((mask >> source & 1) == 0 && runner.observed()) {
    throw_foreign_source(built_in, mask, source, caller);
  }
  return runner.synchronize_warp(built_in, mask, value, source, caller);
}

unsigned vote(BuiltIn built_in, unsigned mask, bool predicate) {
  const CodeAddress caller = ROWSORT_CALLER;
  BlockRunner& runner = runner_for(built_in, mask, caller);
  return static_cast<unsigned>(
      runner.synchronize_warp(built_in, mask, predicate ? 1 : 0, 0, caller));
}

unsigned reduce(BuiltIn built_in, unsigned mask, unsigned value) {
  const CodeAddress caller = ROWSORT_CALLER;
  BlockRunner& runner = runner_for(built_in, mask, caller);
  return static_cast<unsigned>(runner.synchronize_warp(built_in, mask, value, 0, caller));
}

int sync_threads(BuiltIn built_in, bool predicate) {
  return static_cast<int>(running().synchronize_block(built_in, predicate, ROWSORT_CALLER));
}

#undef ROWSORT_CALLER

void thread_fence() {
  std::atomic_thread_fence(std::memory_order_seq_cst);
}

}  // namespace rowsort::simt::detail
