#pragma once

#include "rowsort/matrix/csr_view.h"
#include "rowsort/matrix/exact_inputs.h"

#include <cstddef>
#include <random>
#include <vector>

#include "../heavy_first.h"

/// The exercise's own matrices at full size, made once for a test program.
namespace rowsort::testing {

inline const Csr& even_matrix() {
  static const Csr matrix = exact_matrix(even_row_lengths(), kPublishedSeed);
  return matrix;
}

inline const Csr& skewed_matrix() {
  static const Csr matrix = exact_matrix(skewed_row_lengths(), kPublishedSeed);
  return matrix;
}

inline const std::vector<float>& exercise_vector() {
  static const std::vector<float> x = exact_vector(kRows, kPublishedSeed);
  return x;
}

/// The first, a heavy and the last position of a heavy-first order, where heavy rows end and light
/// ones begin, and 20 random ones.
inline std::vector<std::size_t> probed_positions() {
  constexpr std::size_t kHeavyRows = kRows / kWarpSize;
  std::vector<std::size_t> positions = {0, kHeavyRows / 2, kHeavyRows - 1, kHeavyRows, kRows - 1};
  std::mt19937_64 random(20);
  for (int i = 0; i < 20; ++i) positions.push_back(random() % kRows);
  return positions;
}

}  // namespace rowsort::testing
