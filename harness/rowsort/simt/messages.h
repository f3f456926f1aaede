#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "barrier.h"
#include "launch.h"
#include "warp.h"

namespace rowsort::simt {

/// A thread of the grid.
struct LanePlace {
  std::size_t block;
  unsigned warp;  ///< within the block
  unsigned lane;
};

/// "block 0, warp 1, lane 2 at row_sort.cu:57"; without the last two words where the program has no
/// debug information about `code`.
std::string text(const LanePlace& place, CodeAddress code);

/// "__shfl_sync in block 0, warp 1, lane 2 at row_sort.cu:57: `problem`"
KernelError error_at(const std::string& what, LanePlace place, CodeAddress code,
                     const std::string& problem);
KernelError misuse(detail::BuiltIn built_in, LanePlace place, CodeAddress caller,
                   const std::string& problem);

/// The kernel was left by an exception with the given text.
KernelError uncaught(LanePlace place, const std::string& what);

/// No lane of the warp can run and some wait at built-ins of the warp.
KernelError stuck_warp(std::size_t block, unsigned warp, const Warp& lanes,
                       const Barriers& barriers);

/// All warps of the block wait for ever for the rest of its `threads` threads.
KernelError stuck_block(std::size_t block, unsigned threads, std::span<const Warp> warps,
                        const Barriers& barriers);

/// "0xffff0000"
std::string hex(LaneMask mask);

}  // namespace rowsort::simt
