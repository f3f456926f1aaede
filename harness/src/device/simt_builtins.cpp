#include "rowsort/simt.h"

#include <atomic>
#include <stdexcept>
#include <string>

#include "simt_block.h"
#include "simt_messages.h"
#include "simt_warp.h"

namespace rowsort::simt::detail {
namespace {

// Out of line, to keep the frame small that a waiting lane leaves on its stack.
[[noreturn, gnu::noinline, gnu::cold]] void throw_outside_of_kernel() {
  throw std::logic_error("a CUDA built-in was called outside of a kernel");
}
[[noreturn, gnu::noinline, gnu::cold]] void throw_foreign_mask(BuiltIn built_in, LanePlace place,
                                                               unsigned mask) {
  throw misuse(built_in, place, "the mask " + hex(mask) + " does not name the calling lane");
}
[[noreturn, gnu::noinline, gnu::cold]] void throw_bad_width(BuiltIn built_in, LanePlace place,
                                                            int width) {
  throw misuse(built_in, place,
               "the width " + std::to_string(width) + " is no power of two from 1 to 32");
}

inline BlockRunner& running() {
  BlockRunner* runner = BlockRunner::running();
  if (runner == nullptr) throw_outside_of_kernel();
  return *runner;
}

/// Returns the runner, after a check that the mask names the lane that runs.
inline BlockRunner& runner_for(BuiltIn built_in, unsigned mask) {
  BlockRunner& runner = running();
  if ((mask >> runner.place().lane & 1) == 0) throw_foreign_mask(built_in, runner.place(), mask);
  return runner;
}

}  // namespace

void sync_warp(unsigned mask) {
  runner_for(BuiltIn::syncwarp, mask).meet(BuiltIn::syncwarp, mask, 0, 0);
}

unsigned active_mask(int line) {
  return static_cast<unsigned>(running().meet(BuiltIn::activemask, 0, 0, 0, line));
}

Bits shuffle(BuiltIn built_in, unsigned mask, Bits value, unsigned operand, int width) {
  BlockRunner& runner = runner_for(built_in, mask);
  if (width < 1 || width > warpSize || (width & (width - 1)) != 0) {
    throw_bad_width(built_in, runner.place(), width);
  }
  const unsigned source =
      shuffle_source(built_in, runner.place().lane, operand, static_cast<unsigned>(width));
  return runner.meet(built_in, mask, value, source);
}

unsigned vote(BuiltIn built_in, unsigned mask, bool predicate) {
  return static_cast<unsigned>(
      runner_for(built_in, mask).meet(built_in, mask, predicate ? 1 : 0, 0));
}

unsigned reduce(BuiltIn built_in, unsigned mask, unsigned value) {
  return static_cast<unsigned>(runner_for(built_in, mask).meet(built_in, mask, value, 0));
}

int sync_threads(BuiltIn built_in, bool predicate) {
  return static_cast<int>(running().meet_block(built_in, predicate));
}

void thread_fence() {
  std::atomic_thread_fence(std::memory_order_seq_cst);
}

}  // namespace rowsort::simt::detail
