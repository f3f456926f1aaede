#include "study.h"

#include "rowsort/matrix/exact_inputs.h"

#include <string>

#include "advice.h"
#include "dense.h"
#include "growth.h"
#include "table.h"
#include "tables.h"
#include "trace.h"
#include <gtest/gtest.h>

namespace rowsort::lesson {
namespace {

// A method that multiplies with a matrix that lacks its last nonzero.
Method dropping_method() {
  Method method = find_method("csr-thread");
  method.name = "a kernel that drops a nonzero";
  method.plan = [](const CsrView& matrix, std::uint64_t limit) {
    Plan plan = find_method("csr-thread").plan(matrix, limit);
    std::vector<int> row_ptr(matrix.row_ptr.begin(), matrix.row_ptr.end());
    --row_ptr.back();
    plan.arrays[0] = owned_array("row_ptr", std::move(row_ptr));
    return plan;
  };
  return method;
}

// A method whose kernel gets a grid that is too large for a kernel without a bound check: its
// column indices point outside x.
Method outside_method() {
  Method method = find_method("csr-thread");
  method.plan = [](const CsrView& matrix, std::uint64_t limit) {
    Plan plan = find_method("csr-thread").plan(matrix, limit);
    std::vector<int> col_idx(matrix.col_idx.begin(), matrix.col_idx.end());
    col_idx[5] = static_cast<int>(matrix.cols);
    plan.arrays[1] = owned_array("col_idx", std::move(col_idx));
    return plan;
  };
  return method;
}

TestCase small_exercise() {
  return exact_case("skewed", skewed_row_lengths(1024), 3);
}

MatrixStudy study_of(const TestCase& test_case, const Method& method) {
  MatrixStudy study = survey(test_case, {.methods = {"csr-thread"}});
  study.methods[0].method = &method;
  run_study(study, *make_cpu_runner(), {});
  return study;
}

TEST(Study, AWrongResultIsNamedByRowAndNotCalledRight) {
  const TestCase test_case = small_exercise();
  const Method method = dropping_method();
  const MatrixStudy study = study_of(test_case, method);
  EXPECT_EQ(study.methods[0].outcome, Outcome::kWrong);
  EXPECT_EQ(study.methods[0].note.rfind("row 1,023 (419 nonzeros, at position 1,023) is ", 0), 0u)
      << study.methods[0].note;
  EXPECT_FALSE(all_right(study));
  EXPECT_NE(results_table(std::vector{study}).find("WRONG"), std::string::npos);
}

TEST(Study, ATracedKernelThatReadsOutsideIsNamedByLine) {
  const TestCase test_case = small_exercise();
  const Plan plan = outside_method().plan(test_case.matrix, kDefaultFormatLimit);
  try {
    trace_plan(plan, test_case.x);
    FAIL() << "read outside x unseen";
  } catch (const SubmissionError& failure) {
    EXPECT_NE(std::string(failure.what()).find("csr_thread_per_row.cu:"), std::string::npos)
        << failure.what();
    EXPECT_NE(std::string(failure.what()).find("x[1,024]"), std::string::npos) << failure.what();
  }
}

TEST(Study, AFormatBeyondTheLimitIsRefusedAndTheOthersStillRun) {
  const TestCase test_case = small_exercise();
  const StudyOptions options{.methods = {"ell", "csr-warp"}, .format_limit = 1'000'000};
  MatrixStudy study = survey(test_case, options);
  run_study(study, *make_cpu_runner(), options);
  EXPECT_EQ(study.methods[0].outcome, Outcome::kRefused);
  EXPECT_NE(study.methods[0].note.find("row 31 has 419 nonzeros"), std::string::npos)
      << study.methods[0].note;
  EXPECT_EQ(study.methods[1].outcome, Outcome::kRight);
  EXPECT_TRUE(all_right(study));
}

TEST(Study, CountsAndTheArithmeticAgreeInTheJson) {
  const TestCase test_case = small_exercise();
  const StudyOptions options{.methods = {"csr-thread"}, .count = true};
  MatrixStudy study = survey(test_case, options);
  run_study(study, *make_cpu_runner(), options);
  const nlohmann::json json = to_json(study);
  const nlohmann::json& method = json["methods"][0];
  EXPECT_EQ(method["outcome"], "right");
  EXPECT_EQ(method["lane_slots"], 32u * 32 * 419);
  EXPECT_EQ(method["executed"]["lane_slots"], method["lane_slots"]);
  EXPECT_TRUE(method["microseconds"].is_null());
  EXPECT_EQ(json["dense_bytes"], 4u << 20);
}

TEST(Study, TheCpuDeviceDoesNotPretendToTime) {
  const TestCase test_case = small_exercise();
  const Plan plan = find_method("csr-thread").plan(test_case.matrix, kDefaultFormatLimit);
  const auto runner = make_cpu_runner();
  EXPECT_FALSE(runner->can_time());
  EXPECT_THROW(runner->time(plan, test_case.x, 1, {}), EnvironmentError);
  EXPECT_THROW(runner->time_floor(plan, test_case.x, 1), EnvironmentError);
}

TEST(Race, IsNamedWithBothThreadsAndTheLine) {
  const std::string message = race_message();
  EXPECT_NE(message.find("y[0] has been written by another thread"), std::string::npos) << message;
  EXPECT_NE(message.find("coo_racy.cu:"), std::string::npos) << message;
}

TEST(GiantRow, EllIsRefusedAndTakesTwiceTheDenseArray) {
  const std::string text = giant_row_table(kDefaultFormatLimit);
  EXPECT_NE(text.find("dense array              1 TiB               1 TiB"), std::string::npos)
      << text;
  EXPECT_NE(text.find("2 TiB\nELL would take 2 TiB"), std::string::npos) << text;
  EXPECT_NE(text.find("row 262,144 has 524,288 nonzeros"), std::string::npos) << text;
}

TEST(Advice, FollowsTheRowLengths) {
  EXPECT_EQ(advise(even_row_lengths()).method, "ell");
  EXPECT_EQ(advise(skewed_row_lengths()).method, "csr-adaptive");

  std::vector<int> two_lengths(4096, 2);
  for (std::size_t row = 0; row < two_lengths.size(); row += 3) two_lengths[row] = 30;
  EXPECT_EQ(advise(two_lengths).method, "sliced-ell-1024");

  std::vector<int> giant = even_row_lengths();
  giant[7] = static_cast<int>(kRows);
  EXPECT_EQ(advise(giant).method, "coo-segments");

  // A graph whose degrees follow a power law: long rows hold most, but one is far longer.
  std::vector<int> graph(200'000, 3);
  for (std::size_t row = 0; row < graph.size(); row += 100) graph[row] = 400;
  graph[0] = 4000;
  EXPECT_EQ(advise(graph).method, "coo-segments");

  // Every window of 1,024 has another longest row, and most nonzeros are in short rows.
  std::vector<int> mixed(8192);
  for (std::size_t row = 0; row < mixed.size(); ++row) {
    mixed[row] = static_cast<int>(row % 32) + (row % 512 == 5 ? 500 : 0);
  }
  EXPECT_EQ(advise(mixed).method, "csr-row-blocks");
}

TEST(Advice, WorksWithoutRowsAndWithoutNonzeros) {
  EXPECT_EQ(advise({}).method, "ell");
  EXPECT_EQ(advise(std::vector<int>(10, 0)).method, "ell");
}

TEST(Advice, TheMeasuredTimesMayDisagree) {
  const TestCase test_case = small_exercise();
  MatrixStudy study =
      survey(test_case, {.methods = {"csr-adaptive", "csr-warp", "cusparse-csr-1"}});
  const Advice advice = advise(test_case.row_lengths);
  ASSERT_EQ(advice.method, "csr-adaptive");
  EXPECT_EQ(judge_by_clock(study, advice).sentence, "");
  study.methods[0].microseconds = {10, 11, 12};
  study.methods[1].microseconds = {20};
  EXPECT_EQ(judge_by_clock(study, advice).sentence,
            "The times agree: 11.0 us, the fastest kernel of the lesson.");
  study.methods[1].microseconds = {10.8};
  EXPECT_TRUE(judge_by_clock(study, advice).agrees);
  study.methods[1].microseconds = {8};
  EXPECT_FALSE(judge_by_clock(study, advice).agrees);
  EXPECT_EQ(
      judge_by_clock(study, advice).sentence,
      "The times disagree: 11.0 us; the fastest kernel of the lesson, CSR, warp per row, takes 8.0 us.");
  study.methods[2].microseconds = {7};
  EXPECT_NE(judge_by_clock(study, advice).sentence.find(" cuSPARSE CSR, algorithm 1 takes 7.0 us."),
            std::string::npos);
}

TEST(Growth, SizesEndWhereTheyShould) {
  EXPECT_EQ(growth_sizes(1024, 1024), (std::vector<std::size_t>{1024}));
  EXPECT_EQ(growth_sizes(1024, 8192), (std::vector<std::size_t>{1024, 4096, 8192}));
}

TEST(Growth, OnTheCpuDeviceALoopOnTheCpuIsTimed) {
  const auto points = measure_growth({1024, 4096}, 1, *make_cpu_runner(), {});
  ASSERT_EQ(points.size(), 4u);
  EXPECT_EQ(points[3].matrix, "skewed");
  EXPECT_EQ(points[3].nonzeros, 65'536u);
  for (const GrowthPoint& point : points) EXPECT_GT(point.picoseconds_per_nonzero(), 0);
}

TEST(Dense, CountsTheBytesOfBothForms) {
  const DenseComparison comparison = compare_with_dense(100, 250, 1);
  EXPECT_EQ(comparison.dense_bytes, 80'000u);
  EXPECT_EQ(comparison.csr_bytes, 250u * 12 + 101 * 4);
  EXPECT_GT(comparison.dense_microseconds, 0);
  EXPECT_GT(comparison.csr_microseconds, 0);
}

TEST(Dense, MoreNonzerosThanPlacesAreRefused) {
  EXPECT_THROW(compare_with_dense(3, 10, 1), std::invalid_argument);
  EXPECT_NO_THROW(compare_with_dense(3, 9, 1));
}

TEST(Table, AlignsTextLeftAndNumbersRight) {
  Table table({"kernel", "n"});
  table.add({"a", "10"});
  table.add({"longer name"});
  EXPECT_EQ(table.text(),
            "kernel        n\n"
            "-----------  --\n"
            "a            10\n"
            "longer name\n");
}

}  // namespace
}  // namespace rowsort::lesson
