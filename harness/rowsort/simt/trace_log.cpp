#include "trace_log.h"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace rowsort::simt {
namespace {

/// The distinct sectors of one request, in rising order.
class SectorSet {
 public:
  void add(TouchedSectors touched) {
    add_sector(touched / 2);
    if (touched % 2 != 0) add_sector(touched / 2 + 1);
  }
  std::size_t size() const { return size_; }

 private:
  /// The lanes of most requests touch rising addresses.
  void add_sector(std::uint32_t sector) {
    if (size_ == 0 || sector > sectors_[size_ - 1]) {
      sectors_[size_++] = sector;
    } else if (sector != sectors_[size_ - 1]) {
      insert(sector);
    }
  }
  void insert(std::uint32_t sector) {
    const auto end = sectors_.begin() + static_cast<std::ptrdiff_t>(size_);
    const auto place = std::lower_bound(sectors_.begin(), end, sector);
    if (*place == sector) return;
    std::copy_backward(place, end, end + 1);
    *place = sector;
    ++size_;
  }

  std::array<std::uint32_t, std::size_t{2} * kLanes> sectors_;  // NOLINT: filled up to size_
  std::size_t size_ = 0;
};

}  // namespace

RequestCount RequestLog::take() {
  RequestCount count;
  LaneMask active = used_;
  std::size_t k = 0;
  while (active != 0) {
    std::size_t shortest = kMaxLoggedAccesses;
    for (LaneMask lanes = active; lanes != 0; lanes &= lanes - 1) {
      shortest = std::min(shortest, lanes_[lowest(lanes)].size());
    }
    count.requests += shortest - k;
    for (; k < shortest; ++k) {
      SectorSet sectors;
      for (LaneMask lanes = active; lanes != 0; lanes &= lanes - 1) {
        sectors.add(lanes_[lowest(lanes)][k]);
      }
      count.sectors += sectors.size();
    }
    for (LaneMask lanes = active; lanes != 0; lanes &= lanes - 1) {
      const unsigned lane = lowest(lanes);
      if (lanes_[lane].size() == k) active &= ~(LaneMask{1} << lane);
    }
  }
  for (LaneMask lanes = used_; lanes != 0; lanes &= lanes - 1) lanes_[lowest(lanes)].clear();
  used_ = 0;
  return count;
}

}  // namespace rowsort::simt
