#include "edge_cases.h"

#include "rowsort/matrix/exact_inputs.h"

#include <algorithm>
#include <random>

namespace rowsort {
namespace {

// std::mt19937 is specified to the bit, std::uniform_int_distribution is not: so a plain remainder.
std::vector<int> random_lengths(std::size_t rows, int longest, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<int> lengths(rows);
  for (int& length : lengths) {
    length = static_cast<int>(random() % static_cast<std::uint64_t>(longest + 1));
  }
  return lengths;
}

std::vector<int> one_giant(std::size_t rows, std::size_t position) {
  std::vector<int> lengths(rows, 1);
  lengths[position] = kMaxExactRowLength;
  return lengths;
}

}  // namespace

std::vector<EdgeCase> edge_cases(int block_size, std::uint64_t seed) {
  std::vector<EdgeCase> cases;
  const auto add = [&](std::string name, const std::vector<int>& lengths) {
    cases.push_back({std::move(name), exact_matrix(lengths, seed)});
  };
  const auto partial_block = static_cast<std::size_t>(block_size) * 2 + 1;
  std::vector<int> rising = random_lengths(200, 40, seed + 1);
  std::sort(rising.begin(), rising.end());
  const std::vector<int> falling(rising.rbegin(), rising.rend());
  const std::size_t giant_rows = kMaxExactRowLength + 5;

  add("a matrix without rows", {});
  add("one row of one nonzero", {1});
  add("one row without a nonzero", {0});
  add("100 rows, all of them empty", std::vector<int>(100, 0));
  add("one giant row, the first of 590", one_giant(giant_rows, 0));
  add("one giant row, the last of 590", one_giant(giant_rows, giant_rows - 1));
  add("33 rows, not a multiple of a warp", random_lengths(33, 33, seed + 2));
  add(std::to_string(partial_block) + " rows, not a multiple of the block",
      random_lengths(partial_block, 17, seed + 3));
  add("96 rows, all of one length", std::vector<int>(96, 7));
  add("200 rows, already in falling order", falling);
  add("200 rows, already in rising order", rising);
  add("1,000 rows of random lengths, empty ones among them", random_lengths(1000, 60, seed + 4));
  return cases;
}

}  // namespace rowsort
