/// Every method of the registry, on the CPU device.

#include "rowsort/checks/rows.h"
#include "rowsort/matrix/row_lengths.h"
#include "rowsort/matrix/spmv_reference.h"

#include <numeric>
#include <set>

#include "../../../harness/tests/matrix/lesson_matrices.h"
#include "matrices.h"
#include "method.h"
#include "runner.h"
#include "trace.h"
#include <gtest/gtest.h>

namespace rowsort::lesson {
namespace {

std::vector<int> order_of(const Plan& plan) {
  if (!plan.order.empty()) return plan.order;
  std::vector<int> order(plan.rows);
  std::iota(order.begin(), order.end(), 0);
  return order;
}

void expect_right(const Plan& plan, const Csr& matrix, std::span<const float> x,
                  std::span<const float> y) {
  const RowComparison comparison =
      compare_rows(matrix, x, expect_exact(matrix, x), order_of(plan), y);
  EXPECT_EQ(comparison.bad_rows, 0u) << describe(comparison);
}

class EveryMethod : public ::testing::TestWithParam<std::string> {
 protected:
  const Method& method() const { return find_method(GetParam()); }
  bool runs_here(const Plan& plan) const { return make_cpu_runner()->refuse(plan).empty(); }

  // The traced run executes the lane-slots that the row lengths predict.
  void expect_predicted(const Plan& plan, const Csr& matrix, std::span<const float> x) const {
    const PlanTrace trace = trace_plan(plan, x);
    expect_right(plan, matrix, x, trace.y);
    EXPECT_EQ(trace.traffic.lane_slots, method().lane_slots(row_lengths(matrix)));
    EXPECT_EQ(trace.unwritten, 0u);
  }
};

TEST_P(EveryMethod, IsRightOnSmallMatricesAndIssuesThePredictedLaneSlots) {
  for (const auto& [name, matrix] : testing::small_matrices()) {
    SCOPED_TRACE(name);
    const std::vector<float> x = exact_vector(matrix.cols, 9);
    const Plan plan = method().plan(matrix, kDefaultFormatLimit);
    if (!runs_here(plan)) return;
    expect_right(plan, matrix, x, make_cpu_runner()->multiply(plan, x));
    expect_predicted(plan, matrix, x);
  }
}

TEST_P(EveryMethod, TakesThePredictedBytes) {
  for (const auto& [name, matrix] : testing::small_matrices()) {
    SCOPED_TRACE(name);
    const Plan plan = method().plan(matrix, kDefaultFormatLimit);
    std::uint64_t bytes = 0;
    for (const PlanArray& array : plan.arrays) bytes += array.bytes.size();
    EXPECT_EQ(bytes, method().size(row_lengths(matrix)).bytes);
  }
}

TEST_P(EveryMethod, IsRightOnTheEvenAndTheSkewedMatrix) {
  for (const Csr* matrix : {&rowsort::testing::even_matrix(), &rowsort::testing::skewed_matrix()}) {
    const Plan plan = method().plan(*matrix, kDefaultFormatLimit);
    if (!runs_here(plan)) return;
    const std::vector<float>& x = rowsort::testing::exercise_vector();
    expect_right(plan, *matrix, x, make_cpu_runner()->multiply(plan, x));
  }
}

std::vector<std::string> ids() {
  std::vector<std::string> all;
  for (const Method& method : methods()) all.push_back(method.id);
  return all;
}

INSTANTIATE_TEST_SUITE_P(, EveryMethod, ::testing::ValuesIn(ids()), [](const auto& param) {
  std::string name = param.param;
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
});

TEST(Methods, HaveDifferentIds) {
  const std::vector<std::string> all = ids();
  EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), all.size());
}

TEST(Methods, AnUnknownIdIsRefusedWithThoseThatExist) {
  try {
    find_method("csr");
    FAIL() << "found a method that does not exist";
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("csr-thread"), std::string::npos) << error.what();
  }
}

TEST(Methods, AWrongNumberOfArgumentsIsNotLaunched) {
  const Csr matrix = exact_matrix(std::vector<int>(32, 3), 1);
  Plan plan = find_method("csr-thread").plan(matrix, kDefaultFormatLimit);
  plan.launches[0].arguments.pop_back();
  EXPECT_THROW(make_cpu_runner()->multiply(plan, exact_vector(32, 1)), std::logic_error);
}

TEST(Methods, AMatrixThatEndsJustBefore2To31IsRefused) {
  const std::size_t most = kMaxNonzeros - kIndexSlack;
  EXPECT_NO_THROW(require_32_bit_room("CSR", 10, most));
  EXPECT_THROW(require_32_bit_room("CSR", 10, most + 1), FormatTooLarge);
  EXPECT_THROW(require_32_bit_room("CSR", most + 1, 0), FormatTooLarge);
}

// The lesson's own numbers.
TEST(Methods, IssueTheLessonsLaneSlots) {
  const std::vector<int> even = even_row_lengths();
  const std::vector<int> skewed = skewed_row_lengths();
  const auto slots = [](const char* id, const std::vector<int>& lengths) {
    return find_method(id).lane_slots(lengths);
  };
  EXPECT_EQ(slots("csr-thread", even), 8'388'608u);
  EXPECT_EQ(slots("csr-warp", even), 16'777'216u);
  EXPECT_EQ(slots("csr-thread", skewed), 219'676'672u);
  EXPECT_EQ(slots("csr-warp", skewed), 23'592'960u);
  for (const char* sorted : {"sorted-rising", "sorted-falling", "sorted-dealt", "sliced-ell-all"}) {
    EXPECT_EQ(slots(sorted, skewed), 8'388'608u) << sorted;
  }
  EXPECT_EQ(slots("ell", skewed), 219'676'672u);
  EXPECT_EQ(slots("coo-atomic", skewed), 8'388'608u);
  // 16,384 warps with 7 requests of 64 places each for 419, and the light rows' 1,523,712.
  EXPECT_EQ(slots("csr-adaptive", skewed), 16'384u * 7 * 64 + 1'523'712);
}

}  // namespace
}  // namespace rowsort::lesson
