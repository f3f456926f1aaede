#include "warps.h"

#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/matrix/lane_slots.h"
#include "rowsort/text.h"

#include <algorithm>
#include <numeric>

namespace rowsort::page {

std::vector<int> trip_counts(std::span<const int> row_lengths) {
  std::vector<int> trips((row_lengths.size() + kWarpSize - 1) / kWarpSize);
  for (std::size_t warp = 0; warp < trips.size(); ++warp) {
    const auto rows = rows_of_warp(row_lengths, warp);
    trips[warp] = *std::max_element(rows.begin(), rows.end());
  }
  return trips;
}

std::span<const int> rows_of_warp(std::span<const int> row_lengths, std::size_t warp) {
  const std::size_t first = warp * kWarpSize;
  return row_lengths.subspan(first, std::min(kWarpSize, row_lengths.size() - first));
}

WarpSlots warp_slots(std::span<const int> rows) {
  return {lane_slots_thread_per_row(rows),
          std::accumulate(rows.begin(), rows.end(), std::uint64_t{0},
                          [](std::uint64_t sum, int length) {
                            return sum + static_cast<std::uint64_t>(length);
                          })};
}

std::string describe(const WarpSlots& slots) {
  return grouped(slots.issued) + " lane-slots issued, " + grouped(slots.useful) +
         " of them useful (" + fixed(100 * useful_share(slots.useful, slots.issued), 1) + "%)";
}

std::vector<Range> split_evenly(std::size_t count, std::size_t most) {
  const std::size_t parts = std::min(count, most);
  std::vector<Range> ranges;
  ranges.reserve(parts);
  std::size_t first = 0;
  for (std::size_t part = 0; part < parts; ++part) {
    const std::size_t size = count / parts + (part < count % parts ? 1 : 0);
    ranges.push_back({first, first + size - 1});
    first += size;
  }
  return ranges;
}

std::string describe(const Range& range) {
  if (range.first == range.last) return grouped(range.first);
  return grouped(range.first) + " to " + grouped(range.last);
}

std::vector<int> maxima(std::span<const int> values, std::span<const Range> ranges) {
  std::vector<int> result;
  result.reserve(ranges.size());
  for (const Range& range : ranges) {
    const auto part = values.subspan(range.first, range.last - range.first + 1);
    result.push_back(*std::max_element(part.begin(), part.end()));
  }
  return result;
}

std::vector<std::size_t> count_in(std::span<const Range> ranges, std::span<const int> numbers) {
  std::vector<std::size_t> counts(ranges.size());
  std::size_t range = 0;
  for (const int number : numbers) {
    while (static_cast<std::size_t>(number) > ranges[range].last) ++range;
    ++counts[range];
  }
  return counts;
}

}  // namespace rowsort::page
