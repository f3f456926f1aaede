// Self-test of the rebuilt-CSR check on the exercise's own matrix: whatever is done to one element
// of the rebuilt matrix is caught, and the position named is the one it was done to.
#include "rowsort/checks/host_answers.h"
#include "rowsort/text.h"

#include <bit>
#include <limits>
#include <vector>

#include "../matrix/lesson_matrices.h"
#include <gtest/gtest.h>

namespace rowsort {
namespace {

// What a message is about.
enum class Kind { kShape, kRowPtr, kEntry };

constexpr int kIntMin = std::numeric_limits<int>::min();
constexpr int kIntMax = std::numeric_limits<int>::max();

class FullSizeRebuiltCsr : public ::testing::Test {
 protected:
  static const std::vector<int>& order() {
    static const std::vector<int> order = heavy_first(testing::skewed_matrix());
    return order;
  }
  // Shared, so every test puts back what it changed.
  static Csr& rebuilt() {
    static Csr matrix = permute_rows(testing::skewed_matrix(), order());
    return matrix;
  }
  static std::size_t row_at(std::size_t position) {
    return static_cast<std::size_t>(order()[position]);
  }
  static std::size_t begin_of(std::size_t position) {
    return static_cast<std::size_t>(rebuilt().row_ptr[position]);
  }

  // Writes `value` into `element`, expects the fault and puts the element back.
  template <typename T>
  static void expect_caught(T& element, T value, Kind kind, std::size_t position) {
    const T kept = element;
    element = value;
    const auto fault = find_rebuilt_fault(testing::skewed_matrix(), order(), rebuilt());
    element = kept;
    ASSERT_TRUE(fault) << "position " << position << ", value " << value;
    expect_named(*fault, kind, position, row_at(position));
  }

  static void expect_named(const std::string& fault, Kind kind, std::size_t position,
                           std::size_t row) {
    const std::string should = "position " + grouped(position) + " should hold row " + grouped(row);
    const std::string begin = kind == Kind::kShape    ? "the rebuilt "
                              : kind == Kind::kRowPtr ? should + " with "
                                                      : should + " (";
    EXPECT_TRUE(fault.starts_with(begin)) << fault;
  }
};

float flip(float value, unsigned bit) {
  return std::bit_cast<float>(std::bit_cast<unsigned>(value) ^ (1u << bit));
}

int flip(int value, unsigned bit) {
  return std::bit_cast<int>(std::bit_cast<unsigned>(value) ^ (1u << bit));
}

TEST_F(FullSizeRebuiltCsr, OfHeavyRowsFirstIsAccepted) {
  EXPECT_FALSE(find_rebuilt_fault(testing::skewed_matrix(), order(), rebuilt()));
}

TEST_F(FullSizeRebuiltCsr, EveryBitOfAValueAndAColumnCounts) {
  for (unsigned bit = 0; bit < 32; ++bit) {
    float& value = rebuilt().val[418];  // the last nonzero of position 0
    int& column = rebuilt().col_idx[418];
    expect_caught(value, flip(value, bit), Kind::kEntry, 0);
    expect_caught(column, flip(column, bit), Kind::kEntry, 0);
  }
}

TEST_F(FullSizeRebuiltCsr, OneCorruptValueIsCaughtAnywhere) {
  unsigned bit = 0;
  for (const std::size_t position : testing::probed_positions()) {
    float& value = rebuilt().val[begin_of(position + 1) - 1];
    expect_caught(value, flip(value, bit++ % 32), Kind::kEntry, position);
  }
}

TEST_F(FullSizeRebuiltCsr, OneCorruptColumnIsCaughtAnywhere) {
  unsigned bit = 0;
  for (const std::size_t position : testing::probed_positions()) {
    int& column = rebuilt().col_idx[begin_of(position)];
    expect_caught(column, flip(column, bit++ % 32), Kind::kEntry, position);
  }
}

TEST_F(FullSizeRebuiltCsr, RowPtrStartIsChecked) {
  for (const int start : {1, -1, kIntMin, kIntMax}) {
    expect_caught(rebuilt().row_ptr.front(), start, Kind::kShape, 0);
  }
}

TEST_F(FullSizeRebuiltCsr, RowPtrEndIsChecked) {
  const int nnz = static_cast<int>(kNonzeros);
  for (const int end : {nnz - 1, nnz + 1, 0, -1, kIntMin, kIntMax}) {
    expect_caught(rebuilt().row_ptr.back(), end, Kind::kRowPtr, kRows - 1);
  }
}

TEST_F(FullSizeRebuiltCsr, RowPtrIsCheckedInBetween) {
  std::size_t trial = 0;
  for (const std::size_t position : testing::probed_positions()) {
    const int start = rebuilt().row_ptr[position];
    int& end = rebuilt().row_ptr[position + 1];
    const std::vector<int> wrong = {end + 1, end - 1, start - 1, -1, kIntMin, kIntMax};
    expect_caught(end, wrong[trial++ % wrong.size()], Kind::kRowPtr, position);
  }
}

TEST_F(FullSizeRebuiltCsr, TwoRowsSwappedAreCaught) {
  // The order says one thing, the rebuilt matrix another: rows of equal and of different lengths.
  constexpr std::size_t kHeavyRows = kRows / kWarpSize;
  const std::vector<std::pair<std::size_t, std::size_t>> pairs = {
      {0, 1}, {7, kHeavyRows - 1}, {kHeavyRows, kRows - 1}, {300'000, 300'001}, {5, 400'000}};
  for (const auto& [a, b] : pairs) {
    std::vector<int> swapped = order();
    std::swap(swapped[a], swapped[b]);
    const auto fault = find_rebuilt_fault(testing::skewed_matrix(), swapped, rebuilt());
    ASSERT_TRUE(fault);
    expect_named(*fault, b == 400'000 ? Kind::kRowPtr : Kind::kEntry, a, row_at(b));
  }
}

TEST_F(FullSizeRebuiltCsr, RowReplacedByACopyOfAnotherOfItsLengthIsCaught) {
  for (const std::size_t position : {std::size_t{0}, kRows / kWarpSize, kRows - 2}) {
    const std::size_t length = begin_of(position + 1) - begin_of(position);
    const Csr kept = rebuilt();
    for (std::size_t k = 0; k < length; ++k) {
      rebuilt().col_idx[begin_of(position) + k] = kept.col_idx[begin_of(position + 1) + k];
      rebuilt().val[begin_of(position) + k] = kept.val[begin_of(position + 1) + k];
    }
    const auto fault = find_rebuilt_fault(testing::skewed_matrix(), order(), rebuilt());
    rebuilt() = kept;
    ASSERT_TRUE(fault);
    expect_named(*fault, Kind::kEntry, position, row_at(position));
  }
}

}  // namespace
}  // namespace rowsort
