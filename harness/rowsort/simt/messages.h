#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "block.h"

namespace rowsort::simt {

/// "block 0, warp 1, lane 2 at row_sort.cu:57"; without the line where source_line() knows none.
std::string text(const ThreadIndex& thread, CodeAddress code);

/// "0xffff0000", with at least this many digits.
std::string hex(std::uint64_t number, int digits);

/// "`what` in block 0, warp 1, lane 2 at row_sort.cu:57: `problem`"
KernelError error_at(const std::string& what, const ThreadIndex& thread, CodeAddress code,
                     const std::string& problem);

/// error_at() for a built-in.
KernelError misuse(detail::BuiltIn built_in, const ThreadIndex& thread, CodeAddress caller,
                   const std::string& problem);

/// No lane of the thread's warp can run, and some wait at built-ins of the warp.
KernelError warp_deadlock(ThreadIndex thread, const Warp& warp, const Barriers& barriers);

/// Some threads of the block wait at barriers, and the rest of its `threads` threads cannot come.
KernelError block_deadlock(std::size_t block, unsigned threads, std::span<const Warp> warps,
                           const Barriers& barriers);

}  // namespace rowsort::simt
