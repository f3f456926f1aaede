#pragma once

#include "rowsort/exercise/test_case.h"
#include "rowsort/matrix/exact_inputs.h"

#include <random>
#include <string>
#include <vector>

/// Matrices that the lesson's tests share.
namespace rowsort::lesson::testing {

/// A matrix whose rows hold random columns in no sequence, about half of the rows empty, and one
/// row as long as exact sums allow.
inline Csr ragged_matrix(std::size_t rows, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Csr matrix;
  matrix.cols = 1000;
  matrix.row_ptr = {0};
  for (std::size_t row = 0; row < rows; ++row) {
    std::uint64_t length = random() % 2 == 0 ? 0 : random() % 40;
    if (row == rows / 2) length = kMaxExactRowLength;
    for (std::uint64_t k = 0; k < length; ++k) {
      // Steps of 7 through 1,000 columns: different ones, and not rising.
      matrix.col_idx.push_back(static_cast<int>((random() % 7 + 7 * k) % matrix.cols));
      matrix.val.push_back(exact_value(seed, matrix.val.size()));
    }
    matrix.row_ptr.push_back(static_cast<int>(matrix.val.size()));
  }
  return matrix;
}

struct NamedMatrix {
  std::string name;
  Csr matrix;
};

/// Small matrices that break a careless format or kernel.
inline std::vector<NamedMatrix> small_matrices() {
  std::vector<NamedMatrix> all;
  for (TestCase& edge_case : edge_cases(256, 5)) {
    all.push_back({std::move(edge_case.name), std::move(edge_case.matrix)});
  }
  all.push_back({"1,000 ragged rows", ragged_matrix(1000, 6)});
  all.push_back({"even, 1,024 rows", exact_matrix(even_row_lengths(1024), 7)});
  all.push_back({"skewed, 1,024 rows", exact_matrix(skewed_row_lengths(1024), 7)});
  // Longer than a row block: its values are the same small integer, so that any sum is exact.
  Csr giant = exact_matrix(std::vector<int>(5000, 1), 8);
  giant.row_ptr.insert(giant.row_ptr.end(), 1, 10'000);
  for (int column = 0; column < 5000; ++column) {
    giant.col_idx.push_back(column);
    giant.val.push_back(0.5f);
  }
  all.push_back({"a last row of 5,000 nonzeros", std::move(giant)});
  return all;
}

}  // namespace rowsort::lesson::testing
