#pragma once

#include "rowsort/csr.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "../../tests/heavy_first.h"

/// The row orders whose times are compared.

template <typename Before>
std::vector<int> stable_sorted(const rowsort::Csr& matrix, Before before) {
  std::vector<int> order(matrix.rows());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return before(matrix.row_length(static_cast<std::size_t>(a)),
                  matrix.row_length(static_cast<std::size_t>(b)));
  });
  return order;
}

/// Descending order, with its warps dealt to the blocks like cards: warp 0 to the first block, warp
/// 1 to the second, and so on.
inline std::vector<int> dealt(const rowsort::Csr& matrix, int threads_per_block) {
  constexpr std::size_t kWarp = 32;
  const std::size_t warps_per_block = static_cast<std::size_t>(threads_per_block) / kWarp;
  const std::vector<int> sorted = heavy_first(matrix);
  const std::size_t warps = sorted.size() / kWarp;
  if (warps % warps_per_block != 0 || sorted.size() % kWarp != 0) return sorted;
  const std::size_t blocks = warps / warps_per_block;
  std::vector<int> order(sorted.size());
  for (std::size_t warp = 0; warp < warps; ++warp) {
    const std::size_t target = warp % blocks * warps_per_block + warp / blocks;
    std::copy_n(sorted.begin() + static_cast<std::ptrdiff_t>(warp * kWarp), kWarp,
                order.begin() + static_cast<std::ptrdiff_t>(target * kWarp));
  }
  return order;
}

/// unsorted, ascending, descending or dealt. Throws std::invalid_argument.
inline std::vector<int> order_called(const std::string& name, const rowsort::Csr& matrix,
                                     int threads_per_block) {
  if (name == "unsorted") return stable_sorted(matrix, [](int, int) { return false; });
  if (name == "ascending") return stable_sorted(matrix, std::less<>());
  if (name == "descending") return heavy_first(matrix);
  if (name == "dealt") return dealt(matrix, threads_per_block);
  throw std::invalid_argument("there is no order '" + name + "'");
}
