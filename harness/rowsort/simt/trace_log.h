#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "trace.h"
#include "warp.h"

namespace rowsort::simt {

/// The memory that one access touches: the number of its first sector, doubled, plus 1 when it
/// reaches into the next one. No access is wider than 16 bytes.
using TouchedSectors = std::uint32_t;

struct RequestCount {
  std::uint64_t requests = 0;
  std::uint64_t sectors = 0;
};

/// The accesses of one site by the lanes of one warp, which arrive lane after lane, or mixed.
class RequestLog {
 public:
  /// Returns false when the lane's part is full.
  bool add(unsigned lane, TouchedSectors touched) {
    std::vector<TouchedSectors>& accesses = lanes_[lane];
    if (accesses.size() >= kMaxLoggedAccesses) return false;
    accesses.push_back(touched);
    used_ |= LaneMask{1} << lane;
    return true;
  }

  /// Puts the k-th accesses of all lanes together, for every k, and starts anew.
  RequestCount take();

 private:
  std::array<std::vector<TouchedSectors>, kLanes> lanes_;
  LaneMask used_ = 0;
};

}  // namespace rowsort::simt
