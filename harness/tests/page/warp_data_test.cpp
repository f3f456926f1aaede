#include "rowsort/page/warps.h"

#include <optional>
#include <random>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace rowsort::page {
namespace {

// The row lengths of a warp as the page's script finds them, if they are there.
std::optional<std::vector<int>> rows_in(const nlohmann::json& data, std::size_t warp) {
  for (const auto& run : data["runs"]) {
    const std::size_t first = run[0];
    const std::size_t count = run[1];
    if (warp >= first && warp < first + count) {
      return data["patterns"][run[2].get<std::size_t>()].get<std::vector<int>>();
    }
  }
  return std::nullopt;
}

std::vector<int> random_lengths(std::size_t rows) {
  std::mt19937 random(37);
  std::vector<int> lengths(rows);
  for (int& length : lengths) length = static_cast<int>(random() % 1000);
  return lengths;
}

std::vector<int> warp_of(const std::vector<int>& lengths, std::size_t warp) {
  const auto first = lengths.begin() + static_cast<std::ptrdiff_t>(32 * warp);
  return {first, first + std::min<std::ptrdiff_t>(32, lengths.end() - first)};
}

TEST(WarpData, HoldsEveryWarpWhereTheyFit) {
  std::vector<int> lengths = random_lengths(32 * 20 + 5);
  std::copy_n(lengths.begin(), 32, lengths.begin() + 32 * 7);  // a pattern that returns
  const auto data = nlohmann::json::parse(warp_data(lengths, 0, 1'000'000));
  EXPECT_EQ(data["warps"], 21);
  EXPECT_EQ(data["patterns"].size(), 20u);
  for (std::size_t warp = 0; warp < 21; ++warp) {
    EXPECT_EQ(rows_in(data, warp), warp_of(lengths, warp)) << warp;
  }
}

TEST(WarpData, EqualNeighboursTakeNoRoom) {
  const std::string text = warp_data(std::vector<int>(524'288, 16), 0, 1000);
  EXPECT_LT(text.size(), 300u);
  EXPECT_EQ(rows_in(nlohmann::json::parse(text), 16'383), std::vector<int>(32, 16));
}

TEST(WarpData, LeavesWarpsOutEvenlyWhereTheyDoNotFitButNeverTheOneToKeep) {
  const std::vector<int> lengths = random_lengths(524'288);
  constexpr std::size_t kBudget = 250'000;
  const std::string text = warp_data(lengths, 4321, kBudget);
  EXPECT_LT(text.size(), kBudget + 1000);
  EXPECT_GT(text.size(), kBudget / 3);
  const auto data = nlohmann::json::parse(text);
  EXPECT_EQ(rows_in(data, 0), warp_of(lengths, 0));
  EXPECT_EQ(rows_in(data, 4321), warp_of(lengths, 4321));
  std::size_t widest = 0;
  for (std::size_t i = 1; i < data["runs"].size(); ++i) {
    widest = std::max(
        widest, data["runs"][i][0].get<std::size_t>() - data["runs"][i - 1][0].get<std::size_t>());
  }
  EXPECT_EQ(widest, 16u);
}

}  // namespace
}  // namespace rowsort::page
