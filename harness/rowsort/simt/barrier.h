#pragma once

#include <array>

#include "warp.h"

namespace rowsort::simt {

inline constexpr unsigned kMaxWarps = 32;  // 1024 threads a block

/// The threads of a block that wait at one of the four kinds of __syncthreads.
struct Barrier {
  detail::BuiltIn built_in;
  unsigned arrived = 0;
  unsigned votes = 0;                         ///< how many of them brought a predicate that holds
  std::array<LaneMask, kMaxWarps> waiting{};  ///< who they are, by warp

  void reset() { *this = Barrier{built_in}; }
};

/// A block has all four, since its threads may wait at different ones by mistake.
using Barriers = std::array<Barrier, 4>;

inline constexpr Barriers kNoBarriers = {
    Barrier{detail::BuiltIn::syncthreads}, Barrier{detail::BuiltIn::syncthreads_count},
    Barrier{detail::BuiltIn::syncthreads_and}, Barrier{detail::BuiltIn::syncthreads_or}};

}  // namespace rowsort::simt
