/// The solution passes every check, with the lesson's numbers.

#include "rowsort/grade/rubric.h"

#include "program.h"
#include <gtest/gtest.h>

namespace rowsort::testing {
namespace {

ProgramRun run_reference(std::vector<std::string> arguments) {
  const char* folder = std::getenv("ROWSORT_PROGRAM_DIR");
  arguments.insert(arguments.end(), {"--answers", ROWSORT_REFERENCE_ANSWERS});
  return run_program(
      std::filesystem::path(folder != nullptr ? folder : ROWSORT_PROGRAM_DIR) / "reference",
      arguments);
}

TEST(Reference, PassesOnTheFullMatrixWithTheLessonsCounts) {
  const ProgramRun run = run_reference({});
  EXPECT_EQ(run.exit_status, 0) << run.output << run.errors;
  EXPECT_EQ(run.grade["status"], "pass");
  EXPECT_EQ(run.grade["rows_compared"], 524'288);
  EXPECT_EQ(run.grade["lane_slots"]["unsorted"], 219'676'672);
  EXPECT_EQ(run.grade["lane_slots"]["submitted"], 8'388'608);
  EXPECT_EQ(run.grade["lane_slots"]["minimum"], 8'388'608);
  EXPECT_EQ(run.grade["lane_slots"]["predicted"], 8'388'608);
  EXPECT_EQ(run.grade["ratio"]["predicted"], 219'676'672.0 / 8'388'608.0);
  EXPECT_EQ(run.grade["score"], run.grade["max_score"]);
  // Without a GPU the claim cannot be compared, so its point does not count.
  const Rubric rubric;
  double points = on_gpu() ? 0 : -rubric.points("claim");
  for (const auto& [check, worth] : rubric.all()) points += worth;
  EXPECT_EQ(run.grade["max_score"], points);
  if (!on_gpu())
    expect_text(run.output, std::filesystem::path(ROWSORT_EXPECTED_DIR) / "reference.txt");
}

// The hardware's own counts, read on an NVIDIA H200 with Nsight Compute.
TEST(Reference, IsCountedAsTheHardwareCounts) {
  const nlohmann::json skewed = run_reference({"--runs", "0"}).grade;
  EXPECT_EQ(skewed["lane_slots"]["executed"], 8'388'608);
  EXPECT_EQ(skewed["memory"]["unsorted"]["load_requests"], 20'627'456);
  EXPECT_EQ(skewed["memory"]["unsorted"]["load_sectors"], 22'003'712);
  EXPECT_EQ(skewed["memory"]["submitted"]["load_requests"], 819'200);
  EXPECT_EQ(skewed["memory"]["submitted"]["load_sectors"], 22'123'008);
  EXPECT_EQ(skewed["ratio"]["predicted_by_sectors"], 22'003'712.0 / 22'123'008.0);
  EXPECT_TRUE(skewed["memory"]["finding"].is_null());
  EXPECT_FALSE(skewed["memory"]["sites"].empty());

  const nlohmann::json even = run_reference({"--matrix", "even", "--runs", "0"}).grade;
  EXPECT_EQ(even["memory"]["submitted"]["load_requests"], 819'200);
  EXPECT_EQ(even["memory"]["submitted"]["load_sectors"], 18'202'624);
}

TEST(Reference, WithoutTracingTheCountsAreNullAndSayWhy) {
  const ProgramRun run = run_reference({"--no-trace", "--runs", "0"});
  EXPECT_EQ(run.exit_status, 0);
  EXPECT_TRUE(run.grade["lane_slots"]["executed"].is_null());
  EXPECT_TRUE(run.grade["memory"]["submitted"].is_null());
  EXPECT_TRUE(run.grade["ratio"]["predicted_by_sectors"].is_null());
  EXPECT_EQ(run.grade["memory"]["not_counted_because"], "tracing is off");
}

TEST(Reference, IsRightOnFreshValuesAndOnTheEvenMatrix) {
  for (const char* seed : {"1", "18446744073709551615"}) {
    EXPECT_EQ(run_reference({"--seed", seed}).exit_status, 0) << seed;
  }
  EXPECT_EQ(run_reference({"--matrix", "even"}).exit_status, 0);
}

TEST(Reference, OnAGpuEveryTimedRunIsVerifiedAndKept) {
  if (!on_gpu()) GTEST_SKIP() << "needs a GPU";
  const ProgramRun run = run_reference({"--runs", "20"});
  EXPECT_EQ(run.grade["timing"]["unsorted"].size(), 20u);
  EXPECT_EQ(run.grade["timing"]["submitted"].size(), 20u);
  EXPECT_GT(run.grade["ratio"]["measured"], 0.0);
}

}  // namespace
}  // namespace rowsort::testing
