#include "warp_data.h"

#include "rowsort/matrix/exact_inputs.h"

#include <array>
#include <map>
#include <vector>

#include "warps.h"
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
