#pragma once

#include "rowsort/matrix/coo.h"
#include "rowsort/matrix/exact_inputs.h"

#include <algorithm>
#include <cstddef>
#include <random>
#include <vector>

namespace rowsort::testing {

/// Shapes for random_coo().
struct RandomShape {
  std::size_t rows, cols;
  bool giant_row;
};
/// Rows of up to 585 nonzeros, so that every product is exact whatever the sequence.
inline constexpr RandomShape kRandomShapes[] = {{1, 1, false},     {1, 585, true},
                                                {585, 1, false},   {33, 65, true},
                                                {1000, 585, true}, {3000, 500, false}};

/// Different places in random sequence, about half of the rows empty, and, with `giant_row`, one
/// row with every column.
inline Coo random_coo(std::size_t rows, std::size_t cols, bool giant_row, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::size_t> places;
  const std::size_t giant = random() % rows;
  for (std::size_t row = 0; row < rows; ++row) {
    if (random() % 2 == 0 && row != giant) continue;
    const std::uint64_t chance = row == giant && giant_row ? 1 : cols / 4 + 1;
    for (std::size_t col = 0; col < cols; ++col) {
      if (random() % chance == 0) places.push_back(row * cols + col);
    }
  }
  std::shuffle(places.begin(), places.end(), random);
  Coo coo{rows, cols, {}, {}, {}};
  for (const std::size_t place : places) {
    coo.row.push_back(static_cast<int>(place / cols));
    coo.col.push_back(static_cast<int>(place % cols));
    coo.val.push_back(exact_value(seed, coo.val.size()));
  }
  return coo;
}

}  // namespace rowsort::testing
