#include "official/hidden_variant.h"

#include "rowsort/matrix/exact_inputs.h"

#include <cerrno>
#include <random>
#include <system_error>
#include <vector>

#include <sys/random.h>

namespace rowsort {
namespace {

constexpr std::uint64_t kFewestGroups = 14'000;
constexpr std::uint64_t kGroupChoices = 2'000;
constexpr int kShortestHeavy = 300;
constexpr int kLongestLight = 6;

// The standard fixes the sequence of the engine, but not that of the distributions, so this takes
// the remainder. Its bias, below 2^-40, does not matter here.
std::size_t below(std::mt19937_64& engine, std::size_t bound) {
  return static_cast<std::size_t>(engine() % bound);
}

std::vector<int> shuffled_row_lengths(std::mt19937_64& engine) {
  std::vector<int> lengths(kRows, kLightRowLength);
  for (std::size_t group = 0; group < kRows; group += kWarpSize) {
    lengths[group + below(engine, kWarpSize)] = kHeavyRowLength;
  }
  return lengths;
}

std::vector<int> hidden_row_lengths(std::mt19937_64& engine) {
  const std::size_t groups = kFewestGroups + below(engine, kGroupChoices);
  std::vector<int> lengths(groups * kWarpSize);
  for (int& length : lengths) length = 1 + static_cast<int>(below(engine, kLongestLight));
  for (std::size_t group = 0; group < groups; ++group) {
    lengths[group * kWarpSize + below(engine, kWarpSize)] =
        kShortestHeavy + static_cast<int>(below(engine, kMaxExactRowLength - kShortestHeavy + 1));
  }
  return lengths;
}

// Shifts each row's columns by a distance of its own; they wrap around.
void move_columns(Csr& matrix, std::mt19937_64& engine) {
  const std::size_t cols = matrix.cols;
  for (std::size_t row = 0; row < matrix.rows(); ++row) {
    const std::size_t shift = below(engine, cols);
    for (int e = matrix.row_ptr[row]; e < matrix.row_ptr[row + 1]; ++e) {
      int& column = matrix.col_idx[static_cast<std::size_t>(e)];
      column = static_cast<int>((static_cast<std::size_t>(column) + shift) % cols);
    }
  }
}

TestCase draw(std::string name, std::uint64_t seed,
              std::vector<int> (*draw_row_lengths)(std::mt19937_64&)) {
  std::mt19937_64 engine(seed);
  Csr matrix = exact_matrix(draw_row_lengths(engine), seed);
  move_columns(matrix, engine);
  return exact_case(std::move(name), std::move(matrix), seed);
}

}  // namespace

TestCase shuffled_case(std::uint64_t seed) {
  return draw("shuffled", seed, shuffled_row_lengths);
}

TestCase hidden_case(std::uint64_t seed) {
  return draw("hidden", seed, hidden_row_lengths);
}

std::uint64_t fresh_seed() {
  std::uint64_t bits = 0;
  if (getrandom(&bits, sizeof bits, 0) != sizeof bits) {
    throw std::system_error(errno, std::generic_category(), "getrandom");
  }
  return bits >> 11;
}

}  // namespace rowsort
