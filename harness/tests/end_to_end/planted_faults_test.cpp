/// A planted fault for each check: that it is caught, by the right check, with the right words.

#include <algorithm>

#include "program.h"
#include <gtest/gtest.h>

namespace rowsort::testing {
namespace {

std::filesystem::path planted(const std::string& name) {
  const char* folder = std::getenv("ROWSORT_PLANTED_DIR");
  return std::filesystem::path(folder != nullptr ? folder : ROWSORT_PLANTED_DIR) / name;
}

ProgramRun run_planted(const std::string& name, std::vector<std::string> arguments = {}) {
  arguments.insert(arguments.end(), {"--answers", ROWSORT_PLANTED_ANSWERS});
  return run_program(planted(name), arguments);
}

ProgramRun run_plant(const std::string& plant, std::vector<std::string> arguments = {}) {
  arguments.insert(arguments.end(), {"--answers", ROWSORT_PLANTED_ANSWERS});
  return run_program(planted("host_faults"), arguments, {{"PLANT", plant}});
}

// What the checks before `id` have to say: nothing bad.
void expect_first_failure(const ProgramRun& run, const std::string& id,
                          const std::string& message) {
  EXPECT_EQ(run.exit_status, 1) << run.output << run.errors;
  ASSERT_TRUE(run.grade.is_object()) << run.errors;
  EXPECT_EQ(run.grade["status"], "fail");
  EXPECT_TRUE(run.grade["error"].is_object());
  for (const nlohmann::json& check : run.grade["checks"]) {
    if (check["id"] == id) {
      EXPECT_EQ(check["status"], "fail");
      EXPECT_EQ(check["points"], 0);
      EXPECT_EQ(check["message"], message);
      return;
    }
    if (check["id"] != "small_matrices") {
      EXPECT_NE(check["status"], "fail") << check;
    }
  }
}

struct Fault {
  const char* plant;
  const char* check;
  const char* message;
};

// Names the test's parameter where GoogleTest would print its bytes.
void PrintTo(const Fault& fault, std::ostream* out) {
  *out << fault.plant;
}

class HostFaultTest : public ::testing::TestWithParam<Fault> {};

TEST_P(HostFaultTest, IsCaughtAndNamed) {
  const auto [plant, check, message] = GetParam();
  // Short where the limit itself is waited for, long enough elsewhere that a busy machine does not
  // reach it.
  const bool hangs = std::string(plant).ends_with("hangs");
  expect_first_failure(run_plant(plant, {"--limit", hangs ? "4" : "60"}), check, message);
}

// The 16,384 heavy rows come first in the planted order: 31, 63, 95, ...
constexpr Fault kHostFaults[] = {
    {"block_0", "builds", "block_size is 0; a block needs at least one warp of 32 threads"},
    {"block_negative", "builds",
     "block_size is -64; a block needs at least one warp of 32 threads"},
    {"block_48", "builds",
     "block_size is 48, which is not a whole number of warps (32 threads): use 32 or 64"},
    {"block_1056", "builds", "block_size is 1056; a block holds at most 1,024 threads"},
    {"sort_throws", "order", "sort_rows threw an exception: shelf 7 is empty"},
    {"sort_throws_int", "order",
     "sort_rows threw an exception that does not derive from std::exception"},
    {"sort_crashes", "order",
     "sort_rows crashed with SIGSEGV (Segmentation fault) at host_faults.cu:35"},
    {"sort_aborts", "order", "sort_rows crashed with SIGABRT (Aborted) at host_faults.cu:36"},
    {"sort_exits", "order", "sort_rows ended the process without an answer (exit status 0)"},
    {"sort_hangs", "order", "sort_rows did not return within its limit of 4 s"},
    {"sort_eats_memory", "order",
     "sort_rows wanted more memory than there is for it (std::bad_alloc)"},
    {"order_drops_row", "order",
     "the order has 524,287 entries for 524,288 rows; the first missing row is 524,286"},
    {"order_repeats_row", "order",
     "row 159 occurs twice, at order[4] and order[9]; the first missing row is 319"},
    {"order_out_of_range", "order",
     "order[3] is 524288, but rows are numbered 0 to 524,287; the first missing row is 127"},
    {"order_negative", "order",
     "order[3] is -2147483648, but rows are numbered 0 to 524,287; the first missing row is 127"},
    {"order_empty", "order",
     "the order has 0 entries for 524,288 rows; the first missing row is 0"},
    {"order_huge", "order", "sort_rows returned more than 1,073,741,824 bytes"},
    {"rebuild_throws", "rebuilt_csr", "rebuild threw an exception: shelf 7 is empty"},
    {"rebuild_crashes", "rebuilt_csr",
     "rebuild crashed with SIGSEGV (Segmentation fault) at host_faults.cu:35"},
    {"rebuild_exits", "rebuilt_csr", "rebuild ended the process without an answer (exit status 0)"},
    {"rebuild_hangs", "rebuilt_csr", "rebuild did not return within its limit of 4 s"},
    {"rebuilt_value", "rebuilt_csr",
     "position 2 should hold row 95 (419 nonzeros), but the value of its nonzero 162 is "
     "0.39282227, should be -0.39282227"},
    {"rebuilt_column", "rebuilt_csr",
     "position 2 should hold row 95 (419 nonzeros), but the column of its nonzero 162 is 256, "
     "should be 257"},
    {"rebuilt_row_ptr", "rebuilt_csr",
     "position 524,286 should hold row 524,285 with 3 nonzeros, but row_ptr gives it 2 nonzeros"},
    {"rebuilt_falls", "rebuilt_csr",
     "position 1 should hold row 63 with 419 nonzeros, but row_ptr gives it -419 nonzeros "
     "(row_ptr falls there)"},
    {"rebuilt_start", "rebuilt_csr", "the rebuilt row_ptr[0] is 1, should be 0"},
    {"rebuilt_short", "rebuilt_csr",
     "the rebuilt matrix has 8,388,607 elements in val, should be 8,388,608"},
    {"rebuilt_cols", "rebuilt_csr", "the rebuilt matrix has 0 columns, should be 524,288"},
    {"rebuilt_empty", "rebuilt_csr",
     "the rebuilt matrix has 0 elements in row_ptr, should be 524,289"},
    {"rebuilt_unsorted", "rebuilt_csr",
     "position 0 should hold row 31 with 419 nonzeros, but row_ptr gives it 3 nonzeros"},
};

INSTANTIATE_TEST_SUITE_P(Planted, HostFaultTest, ::testing::ValuesIn(kHostFaults),
                         [](const auto& fault) { return std::string(fault.param.plant); });

// What the official grader keeps apart for course staff is already apart in the local check.
TEST(PlantedHost, EachKindOfFaultHasItsNameInTheGrade) {
  const std::pair<const char*, const char*> kinds[] = {
      {"block_48", "illegal_launch"},     {"sort_throws", "threw"},
      {"sort_crashes", "crashed"},        {"sort_exits", "no_answer"},
      {"sort_hangs", "timed_out"},        {"sort_eats_memory", "memory_limit"},
      {"order_huge", "malformed_answer"}, {"order_repeats_row", "wrong_answer"}};
  for (const auto& [plant, kind] : kinds) {
    const std::string limit = std::string(plant).ends_with("hangs") ? "4" : "60";
    EXPECT_EQ(run_plant(plant, {"--limit", limit}).grade["error"]["kind"], kind) << plant;
  }
}

TEST(PlantedKernel, EachKindOfFaultHasItsNameInTheGrade) {
  const std::pair<const char*, const char*> kinds[] = {{"drops_last_nonzero", "wrong_answer"},
                                                       {"writes_input", "tampered_input"},
                                                       {"writes_outside", "tampered_input"},
                                                       {"bad_address", "illegal_address"}};
  for (const auto& [name, kind] : kinds) {
    EXPECT_EQ(run_planted(name).grade["error"]["kind"], kind) << name;
  }
  EXPECT_EQ(run_planted("never_returns", {"--limit", "4"}).grade["error"]["kind"],
            "kernel_timed_out");
}

TEST(PlantedKernel, ARowWithoutItsLastNonzeroIsNamedWithThePattern) {
  const ProgramRun run = run_planted("drops_last_nonzero");
  EXPECT_EQ(run.exit_status, 1);
  EXPECT_EQ(check(run.grade, "all_rows")["status"], "fail");
  EXPECT_EQ(run.grade["bad_rows"], 524'288);
  EXPECT_EQ(run.grade["first_bad_row"]["row"], 0);
  EXPECT_EQ(run.grade["first_bad_row"]["length"], 3);
  EXPECT_EQ(run.grade["first_bad_row"]["position"], 16'384);
  const std::string message = check(run.grade, "all_rows")["message"];
  EXPECT_NE(message.find("every bad row lacks its last nonzero"), std::string::npos) << message;
}

TEST(PlantedKernel, AnUnwrittenRowIsNamedAndMemoryFailsToo) {
  const ProgramRun run = run_planted("leaves_tail_unwritten");
  EXPECT_EQ(run.exit_status, 1);
  EXPECT_EQ(run.grade["bad_rows"], 1);
  EXPECT_EQ(run.grade["first_bad_row"]["got"], "nan");
  EXPECT_TRUE(check(run.grade, "all_rows")["message"].get<std::string>().starts_with(
      "row 524,286 (3 nonzeros, at position 524,287) was never written, should be "));
  EXPECT_EQ(check(run.grade, "memory")["message"], "the kernel left 1 element of y unwritten");
}

TEST(PlantedKernel, NanIsNeverRight) {
  const ProgramRun run = run_planted("writes_nan");
  EXPECT_EQ(run.grade["bad_rows"], 524'288);
  EXPECT_EQ(check(run.grade, "all_rows")["status"], "fail");
  EXPECT_EQ(check(run.grade, "memory")["status"], "pass")
      << "NaN was written, that is not unwritten";
}

TEST(PlantedKernel, HalfPrecisionShows) {
  const ProgramRun run = run_planted("half_precision");
  EXPECT_EQ(check(run.grade, "all_rows")["status"], "fail");
  EXPECT_GT(run.grade["bad_rows"], 262'144);
}

TEST(PlantedKernel, AChangedInputIsNamedThoughEveryRowIsRight) {
  const ProgramRun run = run_planted("writes_input");
  EXPECT_EQ(run.exit_status, 1);
  EXPECT_EQ(run.grade["bad_rows"], 0);
  EXPECT_NE(check(run.grade, "memory")["message"].get<std::string>().find(
                "the kernel changed its input val: val[0] was "),
            std::string::npos);
}

TEST(PlantedKernel, AWritePastTheEndOfYIsNamedThoughEveryRowIsRight) {
  const ProgramRun run = run_planted("writes_outside");
  EXPECT_EQ(run.grade["bad_rows"], 0);
  const std::string message = check(run.grade, "memory")["message"];
  EXPECT_TRUE(message.starts_with(
      "the kernel wrote outside its buffers: to y[524,288], but y has 524,288 elements"))
      << message;
  EXPECT_NE(
      message.find("in block 4095, warp 3, lane 31 at writes_outside.cu:8: it reaches y[524,288]"),
      std::string::npos)
      << message;
}

TEST(PlantedKernel, ABadAddressIsTheKernelsFaultInEveryCheckThatRunsIt) {
  const ProgramRun run = run_planted("bad_address");
  EXPECT_EQ(run.exit_status, 1);
  const std::string message = check(run.grade, "all_rows")["message"];
  EXPECT_TRUE(message.starts_with(on_gpu()
                                      ? "spmv_sorted read or wrote an address outside its arrays"
                                      : "spmv_sorted crashed with SIG"))
      << message;
  EXPECT_EQ(check(run.grade, "small_matrices")["status"], "fail");
  EXPECT_EQ(check(run.grade, "memory")["status"], "skipped");
}

TEST(PlantedKernel, AnEndlessLoopEndsAtTheLimitAndTheOtherChecksStillRun) {
  const ProgramRun run = run_planted("never_returns", {"--limit", "10"});
  EXPECT_EQ(run.exit_status, 1);
  EXPECT_TRUE(check(run.grade, "all_rows")["message"].get<std::string>().starts_with(
      "spmv_sorted did not return within its limit of 10 s"));
  EXPECT_EQ(check(run.grade, "rebuilt_csr")["status"], "pass");
}

TEST(PlantedKernel, AKernelThatIsRightOnlyForWholeWarpsFailsTheSmallMatrices) {
  const ProgramRun run = run_planted("wrong_for_partial_warps");
  EXPECT_EQ(run.exit_status, 1);
  EXPECT_EQ(run.grade["bad_rows"], 0) << "the big matrix has whole warps only";
  EXPECT_EQ(check(run.grade, "small_matrices")["message"].get<std::string>().substr(0, 24),
            "one row of one nonzero: ");
}

TEST(PlantedKernel, ARaceThatSpoilsNoRowIsAWarningAndCostsNoPoints) {
  const ProgramRun run = run_planted("writes_twice");
  EXPECT_EQ(run.exit_status, 0) << run.output;
  EXPECT_EQ(run.grade["score"], run.grade["max_score"]);
  const std::string finding = run.grade["memory"]["finding"];
  EXPECT_NE(finding.find("writes_twice.cu:8"), std::string::npos) << finding;
  EXPECT_TRUE(run.grade["memory"]["submitted"].is_null());
  EXPECT_EQ(run.grade["memory"]["not_counted_because"], "the trace stopped at a fault");
  EXPECT_NE(run.output.find("warning"), std::string::npos) << run.output;
}

TEST(PlantedKernel, AnEditedKernelThatIsRightPasses) {
  const ProgramRun run = run_planted("warp_per_row");
  EXPECT_EQ(run.exit_status, 0) << run.output;
  EXPECT_EQ(check(run.grade, "all_rows")["status"], "pass");
}

// Were its image not loaded anew, it would return the first timed run's result in the second, whose
// inputs are others.
TEST(PlantedKernel, WhatAKernelKeepsInItsVariablesIsGoneInTheNextTimedRun) {
  const ProgramRun run = run_planted("keeps_its_result");
  EXPECT_EQ(run.exit_status, 0) << run.output;
  EXPECT_EQ(check(run.grade, "all_rows")["status"], "pass");
  if (on_gpu()) {
    EXPECT_GE(run.grade["timing"]["pairs"], 2);
  }
}

TEST(PlantedKernel, AShuffleThatNamesLanesWhichLeftIsExplainedOnTheCpu) {
  if (on_gpu()) GTEST_SKIP() << "a GPU returns something here and says nothing";
  const ProgramRun run = run_planted("shuffle_after_exit");
  EXPECT_EQ(check(run.grade, "small_matrices")["status"], "fail");
  const std::string message = check(run.grade, "small_matrices")["message"];
  EXPECT_NE(message.find("__shfl_sync in block 0, warp 0"), std::string::npos) << message;
  EXPECT_NE(message.find("lanes 1-31 have already left the kernel"), std::string::npos) << message;
}

TEST(PlantedKernel, AnExceptionInTheKernelIsNamedWithItsBlockWarpAndLane) {
  const ProgramRun run = run_planted("throws_in_kernel");
  const std::string message = check(run.grade, "all_rows")["message"];
  if (on_gpu()) {
    EXPECT_EQ(message.substr(0, 30), "spmv_sorted failed on the GPU:") << message;
  } else {
    EXPECT_NE(message.find("block 0, warp 2, lane 6"), std::string::npos) << message;
    EXPECT_NE(message.find("seventy"), std::string::npos) << message;
  }
}

TEST(Planted, RightSubmissionsInEveryOrderAndBlockSizePass) {
  for (const char* plant : {"nothing", "order_ascending", "block_32", "block_1024"}) {
    const ProgramRun run = run_plant(plant);
    EXPECT_EQ(run.exit_status, 0) << plant << run.output;
    EXPECT_EQ(run.grade["lane_slots"]["submitted"], 8'388'608) << plant;
    EXPECT_EQ(check(run.grade, "lane_slots")["points"], 3) << plant;
  }
}

TEST(Planted, WhatAFailedCheckStopsNamesIt) {
  const ProgramRun run = run_plant("order_repeats_row");
  EXPECT_EQ(check(run.grade, "rebuilt_csr")["message"],
            "not run, because the check order did not pass");
  EXPECT_EQ(check(run.grade, "all_rows")["message"],
            "not run, because the check rebuilt_csr did not pass");
  EXPECT_EQ(check(run.grade, "lane_slots")["message"],
            "not run, because the check all_rows did not pass");
  EXPECT_EQ(check(run.grade, "small_matrices")["status"], "pass");
  EXPECT_EQ(run.grade["score"], 1);
}

}  // namespace
}  // namespace rowsort::testing
