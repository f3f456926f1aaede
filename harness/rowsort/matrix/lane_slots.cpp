#include "lane_slots.h"

#include <algorithm>
#include <functional>
#include <vector>

#include "exact_inputs.h"

namespace rowsort {

std::uint64_t lane_slots_thread_per_row(std::span<const int> row_lengths) {
  std::uint64_t slots = 0;
  for (std::size_t first = 0; first < row_lengths.size(); first += kWarpSize) {
    const auto warp = row_lengths.subspan(first, std::min(kWarpSize, row_lengths.size() - first));
    slots += kWarpSize * static_cast<std::uint64_t>(*std::max_element(warp.begin(), warp.end()));
  }
  return slots;
}

std::uint64_t lane_slots_warp_per_row(std::span<const int> row_lengths) {
  std::uint64_t slots = 0;
  for (const int length : row_lengths) {
    const auto passes = (static_cast<std::uint64_t>(length) + kWarpSize - 1) / kWarpSize;
    slots += kWarpSize * passes;
  }
  return slots;
}

std::uint64_t lane_slots_minimum(std::span<const int> row_lengths) {
  std::vector<int> descending(row_lengths.begin(), row_lengths.end());
  std::sort(descending.begin(), descending.end(), std::greater<>());
  return lane_slots_thread_per_row(descending);
}

double useful_share(std::uint64_t nonzeros, std::uint64_t lane_slots) {
  if (lane_slots == 0) return 1;
  return static_cast<double>(nonzeros) / static_cast<double>(lane_slots);
}

}  // namespace rowsort
