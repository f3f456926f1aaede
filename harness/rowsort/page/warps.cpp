#include "warps.h"

#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/matrix/lane_slots.h"
#include "rowsort/text.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

#include <nlohmann/json.hpp>

namespace rowsort::page {
namespace {

class WarpPacker {
 public:
  void add(std::size_t warp, std::span<const int> rows) {
    std::vector<int> lengths(rows.begin(), rows.end());
    const auto [entry, is_new] = numbers_.try_emplace(lengths, patterns_.size());
    if (is_new) {
      bytes_ += nlohmann::json(lengths).dump().size();
      patterns_.push_back(std::move(lengths));
    }
    const std::size_t pattern = entry->second;
    if (!runs_.empty() && runs_.back()[2] == pattern && runs_.back()[0] + runs_.back()[1] == warp) {
      ++runs_.back()[1];
    } else {
      runs_.push_back({warp, 1, pattern});
      bytes_ += nlohmann::json(runs_.back()).dump().size();
    }
  }

  std::size_t bytes() const { return bytes_; }

  std::string text(std::size_t warps) const {
    return nlohmann::json{{"warps", warps}, {"patterns", patterns_}, {"runs", runs_}}.dump();
  }

 private:
  std::map<std::vector<int>, std::size_t> numbers_;
  std::vector<std::vector<int>> patterns_;
  std::vector<std::array<std::size_t, 3>> runs_;  // first warp, count, pattern
  std::size_t bytes_ = 0;
};

}  // namespace

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
  return slots_text(grouped(slots.issued), grouped(slots.useful),
                    percent(useful_share(slots.useful, slots.issued)));
}

std::string slots_text(const std::string& issued, const std::string& useful,
                       const std::string& percentage) {
  return issued + " lane-slots issued, " + useful + " of them useful (" + percentage + ")";
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

std::vector<int> count_in(std::span<const Range> ranges, std::span<const int> numbers) {
  std::vector<int> counts(ranges.size());
  std::size_t range = 0;
  for (const int number : numbers) {
    while (static_cast<std::size_t>(number) > ranges[range].last) ++range;
    ++counts[range];
  }
  return counts;
}

std::string warp_data(std::span<const int> row_lengths, std::size_t kept, std::size_t budget) {
  const std::size_t warps = (row_lengths.size() + kWarpSize - 1) / kWarpSize;
  for (std::size_t step = 1;; step *= 2) {
    WarpPacker packer;
    std::size_t warp = 0;
    while (warp < warps && packer.bytes() <= budget) {
      packer.add(warp, rows_of_warp(row_lengths, warp));
      const std::size_t next = (warp / step + 1) * step;
      warp = warp < kept && kept < next ? kept : next;
    }
    if (packer.bytes() <= budget || step > warps) return packer.text(warps);
  }
}

}  // namespace rowsort::page
