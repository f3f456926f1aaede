#include "orders.h"

#include "rowsort/matrix/exact_inputs.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace rowsort::lesson {
namespace {

template <typename Before>
std::vector<int> stable_order(std::span<const int> row_lengths, std::size_t window, Before before) {
  std::vector<int> order(row_lengths.size());
  std::iota(order.begin(), order.end(), 0);
  const std::size_t step = window == kWholeMatrix ? order.size() : window;
  for (std::size_t first = 0; first < order.size(); first += step) {
    const auto rows = std::span(order).subspan(first, std::min(step, order.size() - first));
    std::ranges::stable_sort(rows, before,
                             [&](int row) { return row_lengths[static_cast<std::size_t>(row)]; });
  }
  return order;
}

}  // namespace

std::vector<int> rising_order(std::span<const int> row_lengths) {
  return stable_order(row_lengths, kWholeMatrix, std::less<>());
}

std::vector<int> falling_order(std::span<const int> row_lengths, std::size_t window) {
  return stable_order(row_lengths, window, std::greater<>());
}

std::vector<int> dealt_order(std::span<const int> row_lengths, std::size_t warps_per_block) {
  const std::vector<int> falling = falling_order(row_lengths);
  const std::size_t blocks = falling.size() / (kWarpSize * warps_per_block);
  std::vector<int> order = falling;
  for (std::size_t warp = 0; warp < blocks * warps_per_block; ++warp) {
    const std::size_t target = warp % blocks * warps_per_block + warp / blocks;
    std::copy_n(falling.begin() + static_cast<std::ptrdiff_t>(warp * kWarpSize), kWarpSize,
                order.begin() + static_cast<std::ptrdiff_t>(target * kWarpSize));
  }
  return order;
}

}  // namespace rowsort::lesson
