#include "rowsort/checks/host_answers.h"
#include "rowsort/text.h"

#include <limits>
#include <vector>

#include "../matrix/lesson_matrices.h"
#include <gtest/gtest.h>

namespace rowsort {
namespace {

using Order = std::vector<int>;

constexpr int kIntMin = std::numeric_limits<int>::min();
constexpr int kIntMax = std::numeric_limits<int>::max();

void expect_fault(const Order& order, std::size_t rows, const std::string& message) {
  EXPECT_EQ(find_order_fault(order, rows), message);
}

TEST(FindOrderFault, AcceptsEveryPermutation) {
  EXPECT_FALSE(find_order_fault({}, 0));
  EXPECT_FALSE(find_order_fault(Order{0}, 1));
  Order order = {0, 1, 2, 3, 4};
  do {
    EXPECT_FALSE(find_order_fault(order, 5));
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(FindOrderFault, WrongLengthNamesTheFirstRowMissing) {
  expect_fault({2, 0, 3}, 4, "the order has 3 entries for 4 rows; the first missing row is 1");
  expect_fault({0}, 2, "the order has 1 entry for 2 rows; the first missing row is 1");
  expect_fault({}, 1, "the order has 0 entries for 1 row; the first missing row is 0");
}

TEST(FindOrderFault, WrongLengthNamesNoMissingRowWhereThereIsNone) {
  expect_fault({0, 1, 2, 1}, 3, "the order has 4 entries for 3 rows");
  expect_fault({0}, 0, "the order has 1 entry for 0 rows");
}

TEST(FindOrderFault, OutOfRangeNamesEntryAndRange) {
  expect_fault({0, 4, 2, 3}, 4,
               "order[1] is 4, but rows are numbered 0 to 3; the first missing row is 1");
  expect_fault({0, 1, -1, 3}, 4,
               "order[2] is -1, but rows are numbered 0 to 3; the first missing row is 2");
  expect_fault({kIntMin}, 1,
               "order[0] is -2147483648, but rows are numbered 0 to 0; the first missing row is 0");
  expect_fault({kIntMax}, 1,
               "order[0] is 2147483647, but rows are numbered 0 to 0; the first missing row is 0");
}

TEST(FindOrderFault, DuplicateNamesBothPositionsAndTheFirstMissingRow) {
  expect_fault({3, 1, 3, 0}, 4,
               "row 3 occurs twice, at order[0] and order[2]; the first missing row is 2");
}

TEST(FindOrderFault, OneBasedOrderIsOutOfRangeAndMissesRowZero) {
  expect_fault({1, 2, 3, 4}, 4,
               "order[3] is 4, but rows are numbered 0 to 3; the first missing row is 0");
}

TEST(FindOrderFault, NamesTheFirstOfManyFaults) {
  expect_fault({0, 0, 9, 0, -5}, 5,
               "row 0 occurs twice, at order[0] and order[1]; the first missing row is 1");
  expect_fault({0, 9, 0, 0, -5}, 5,
               "order[1] is 9, but rows are numbered 0 to 4; the first missing row is 1");
}

// Self-test of the check at full size: whatever is done to one entry is named.
class FullSizeOrder : public ::testing::Test {
 protected:
  static const Order& good() {
    static const Order order = heavy_first(testing::skewed_matrix());
    return order;
  }
};

TEST_F(FullSizeOrder, OfHeavyRowsFirstIsAPermutation) {
  EXPECT_FALSE(find_order_fault(good(), kRows));
}

TEST_F(FullSizeOrder, DroppedRowIsNamed) {
  for (const std::size_t position : testing::probed_positions()) {
    Order order = good();
    order.erase(order.begin() + static_cast<std::ptrdiff_t>(position));
    expect_fault(order, kRows,
                 "the order has 524,287 entries for 524,288 rows; the first missing row is " +
                     grouped(static_cast<std::size_t>(good()[position])));
  }
}

TEST_F(FullSizeOrder, DroppedRowReplacedByACopyOfAnotherIsNamedWithBothPlaces) {
  for (const std::size_t position : testing::probed_positions()) {
    Order order = good();
    const std::size_t source = (position + 12345) % kRows;
    order[position] = order[source];
    expect_fault(order, kRows,
                 "row " + grouped(static_cast<std::size_t>(order[source])) +
                     " occurs twice, at order[" + grouped(std::min(position, source)) +
                     "] and order[" + grouped(std::max(position, source)) +
                     "]; the first missing row is " +
                     grouped(static_cast<std::size_t>(good()[position])));
  }
}

TEST_F(FullSizeOrder, EntryOutOfRangeIsNamed) {
  for (const std::size_t position : testing::probed_positions()) {
    for (const int entry : {static_cast<int>(kRows), -1, kIntMin, kIntMax}) {
      Order order = good();
      order[position] = entry;
      expect_fault(order, kRows,
                   "order[" + grouped(position) + "] is " + std::to_string(entry) +
                       ", but rows are numbered 0 to 524,287; the first missing row is " +
                       grouped(static_cast<std::size_t>(good()[position])));
    }
  }
}

}  // namespace
}  // namespace rowsort
