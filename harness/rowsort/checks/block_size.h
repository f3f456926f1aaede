#pragma once

#include <optional>
#include <string>

namespace rowsort {

/// Most threads in a block, on every GPU since compute capability 2.0 (CUDA C++ Programming Guide,
/// table of technical specifications per compute capability).
inline constexpr int kMaxBlockSize = 1024;

/// Why a kernel cannot be launched with this many threads in a block, as one sentence; nothing when
/// it can: a whole number of warps, at most kMaxBlockSize.
std::optional<std::string> find_block_size_fault(int block_size);

}  // namespace rowsort
