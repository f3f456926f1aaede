/// The solution passes every check, with the lesson's numbers.

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
  EXPECT_EQ(run.grade["max_score"], on_gpu() ? 10 : 9);
  if (!on_gpu())
    expect_text(run.output, std::filesystem::path(ROWSORT_EXPECTED_DIR) / "reference.txt");
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
