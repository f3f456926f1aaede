#include "exact_inputs.h"

#include <numeric>
#include <stdexcept>
#include <string>

#include "csr_view.h"

namespace rowsort {
namespace {

// SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014)
// used as a hash of (stream, index), so that any element can be computed alone and in any order.
constexpr std::uint64_t mix(std::uint64_t z) {
  z += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

constexpr std::uint64_t kValueStream = 1;
constexpr std::uint64_t kVectorStream = 2;
constexpr std::uint64_t kSignStream = 3;
constexpr std::uint64_t kRunStream = 4;

constexpr std::uint64_t random_bits(std::uint64_t seed, std::uint64_t stream, std::uint64_t index) {
  return mix(mix(mix(seed) + stream) + index);
}

// Checks the lengths and returns how many nonzeros they add up to.
std::size_t count_nonzeros(std::span<const int> row_lengths) {
  std::size_t nnz = 0;
  for (std::size_t row = 0; row < row_lengths.size(); ++row) {
    const int length = row_lengths[row];
    if (length < 0 || static_cast<std::size_t>(length) > row_lengths.size()) {
      throw std::invalid_argument("row " + std::to_string(row) + " cannot have " +
                                  std::to_string(length) + " nonzeros in a matrix of " +
                                  std::to_string(row_lengths.size()) + " columns");
    }
    nnz += static_cast<std::size_t>(length);
  }
  require_32_bit_shape(row_lengths.size(), row_lengths.size(), nnz);
  return nnz;
}

// Columns run consecutively from the diagonal and wrap around.
void fill_columns(std::size_t row, std::size_t rows, std::span<int> columns) {
  std::size_t column = row;
  for (int& target : columns) {
    target = static_cast<int>(column);
    if (++column == rows) column = 0;
  }
}

}  // namespace

std::vector<int> even_row_lengths(std::size_t rows) {
  return std::vector<int>(rows, kEvenRowLength);
}

std::vector<int> skewed_row_lengths(std::size_t rows) {
  if (rows % kWarpSize != 0) {
    throw std::invalid_argument("the skewed matrix has groups of 32 rows, and " +
                                std::to_string(rows) + " is not a multiple of 32");
  }
  std::vector<int> lengths(rows, kLightRowLength);
  for (std::size_t row = kWarpSize - 1; row < rows; row += kWarpSize) {
    lengths[row] = kHeavyRowLength;
  }
  return lengths;
}

float exact_value(std::uint64_t seed, std::size_t e) {
  // 12 random bits b give the odd integer 2b - 4095, from -4095 to 4095.
  const auto bits = static_cast<int>(random_bits(seed, kValueStream, e) >> 52);
  return static_cast<float>(2 * bits - 4095) / 4096.0f;
}

std::vector<float> exact_vector(std::size_t count, std::uint64_t seed) {
  std::vector<float> x(count);
  for (std::size_t i = 0; i < count; ++i) {
    // 3 random bits b give the odd integer 2b - 7, from -7 to 7.
    const auto bits = static_cast<int>(random_bits(seed, kVectorStream, i) >> 61);
    x[i] = static_cast<float>(2 * bits - 7) / 8.0f;
  }
  return x;
}

std::vector<float> exact_row_signs(std::size_t rows, std::uint64_t seed) {
  std::vector<float> signs(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    signs[row] = random_bits(seed, kSignStream, row) % 2 == 0 ? 1.0f : -1.0f;
  }
  return signs;
}

std::uint64_t run_seed(std::uint64_t seed, std::size_t run) {
  return random_bits(seed, kRunStream, run);
}

Csr exact_matrix(std::span<const int> row_lengths, std::uint64_t seed) {
  const std::size_t nnz = count_nonzeros(row_lengths);
  const std::size_t rows = row_lengths.size();
  Csr matrix;
  matrix.cols = rows;
  matrix.row_ptr.resize(rows + 1);
  std::partial_sum(row_lengths.begin(), row_lengths.end(), matrix.row_ptr.begin() + 1);
  matrix.col_idx.resize(nnz);
  for (std::size_t row = 0; row < rows; ++row) {
    fill_columns(row, rows,
                 std::span(matrix.col_idx)
                     .subspan(static_cast<std::size_t>(matrix.row_ptr[row]),
                              static_cast<std::size_t>(row_lengths[row])));
  }
  matrix.val.resize(nnz);
  for (std::size_t e = 0; e < nnz; ++e) matrix.val[e] = exact_value(seed, e);
  return matrix;
}

}  // namespace rowsort
