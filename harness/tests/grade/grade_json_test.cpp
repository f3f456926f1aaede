#include "rowsort/grade/grade_json.h"

#include "rowsort/files.h"
#include "rowsort/matrix/poison.h"

#include <csignal>
#include <fstream>
#include <limits>

#include "../temporary_path.h"
#include "sample_grade.h"
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace rowsort {
namespace {

nlohmann::json written(const Grade& grade) {
  const auto file = temporary_path("written_grade.json");
  write_grade(grade, file);
  std::ifstream stream(file);
  std::filesystem::remove(file);  // the open stream still reads it
  return nlohmann::json::parse(stream);
}

TEST(GradeJson, NumbersThatJsonCannotHoldAreStrings) {
  Grade grade = sample_grade();
  grade.first_bad_row = BadRow{7, poison(), -std::numeric_limits<double>::infinity(), 3, 9};
  const nlohmann::json bad = written(grade)["first_bad_row"];
  EXPECT_EQ(bad["got"], "nan");
  EXPECT_EQ(bad["want"], "-inf");
  EXPECT_EQ(bad["row"], 7);
  EXPECT_EQ(bad["length"], 3);
  EXPECT_EQ(bad["position"], 9);
}

TEST(GradeJson, AFloatIsWrittenInItsShortestForm) {
  Grade grade = sample_grade();
  grade.first_bad_row = BadRow{0, 0.1f, 0.1, 1, 0};
  EXPECT_EQ(to_json(grade)["first_bad_row"].dump(),
            R"({"row":0,"got":0.1,"want":0.1,"length":1,"position":0})");
}

TEST(GradeJson, WhatIsMissingIsNullBesideItsReason) {
  Grade grade = sample_grade();
  grade.ratio = {std::nullopt, std::nullopt, std::nullopt, "no GPU"};
  grade.lane_slots.submitted.reset();
  grade.timing.reset();
  grade.score.reset();
  const nlohmann::json json = written(grade);
  EXPECT_TRUE(json["score"].is_null());
  EXPECT_TRUE(json["ratio"]["measured"].is_null());
  EXPECT_EQ(json["ratio"]["not_measured_because"], "no GPU");
  EXPECT_TRUE(json["lane_slots"]["submitted"].is_null());
  EXPECT_TRUE(json["timing"].is_null());
}

TEST(GradeJson, EveryTimedSampleIsKept) {
  const nlohmann::json timing = written(sample_grade())["timing"];
  EXPECT_EQ(timing["unsorted"].size(), 20u);
  EXPECT_EQ(timing["unsorted"][0], 100);
  EXPECT_EQ(timing["unsorted"][1], 96);
  EXPECT_EQ(timing["submitted"], nlohmann::json(std::vector<int>(20, 80)));
  EXPECT_EQ(timing["submitted_megahertz"], nlohmann::json(std::vector<int>(20, 1980)));
  EXPECT_EQ(timing["reference_timings"]["floor"], nlohmann::json({25, 25, 26}));
  EXPECT_EQ(timing["cusparse_version"], "12.6.3");
  EXPECT_TRUE(timing["model"]["submitted"].is_null());
  EXPECT_EQ(timing["model"]["not_modelled_because"], "the matrix is too small");
}

TEST(GradeJson, TheMeasuredRatioHasItsIntervalAndItsVerdict) {
  Grade grade = sample_grade();
  nlohmann::json ratio = written(grade)["ratio"];
  EXPECT_EQ(ratio["measured_interval"], nlohmann::json({1.2, 1.25}));
  EXPECT_EQ(ratio["conclusive"], true);
  EXPECT_TRUE(ratio["inconclusive_because"].is_null());
  grade.timing->measurement.inconclusive_because = "two modes";
  ratio = written(grade)["ratio"];
  EXPECT_EQ(ratio["conclusive"], false);
  EXPECT_EQ(ratio["inconclusive_because"], "two modes");
}

TEST(GradeJson, CountersAreNullBesideTheirReasonOrGiveTheLaneSlotsOnSilicon) {
  Grade grade = sample_grade();
  grade.counters.not_counted_because = "no permission";
  nlohmann::json counters = written(grade)["counters"];
  EXPECT_TRUE(counters["submitted"].is_null());
  EXPECT_TRUE(counters["submitted_lane_slots"].is_null());
  EXPECT_EQ(counters["not_counted_because"], "no permission");

  grade.counters = {HardwareCounters{.load_requests = 20'627'456},
                    HardwareCounters{.load_requests = 819'200, .ffma_instructions = 8'388'608}, ""};
  counters = written(grade)["counters"];
  EXPECT_EQ(counters["unsorted_lane_slots"], 219'676'672);
  EXPECT_EQ(counters["submitted_lane_slots"], 8'388'608);
  EXPECT_EQ(counters["submitted"]["ffma_instructions"], 8'388'608);
  EXPECT_TRUE(counters["not_counted_because"].is_null());
}

// A kernel that loads something else in a step: the formula does not give a whole number of steps.
TEST(GradeJson, AnotherKernelsRequestsGiveNoLaneSlots) {
  Grade grade = sample_grade();
  grade.counters.submitted = HardwareCounters{.load_requests = 819'201};
  EXPECT_TRUE(written(grade)["counters"]["submitted_lane_slots"].is_null());
}

TEST(GradeJson, SortingPaysAfterItsTimeOverTheTimeThatAMultiplySaves) {
  // 50 ms over the difference of the medians, 98 - 80 us, and 98 - 86 us with the un-permute.
  const nlohmann::json host = written(sample_grade())["timing"]["host"];
  EXPECT_EQ(host["multiplies_to_pay"], 2778);
  EXPECT_EQ(host["multiplies_to_pay_with_unpermute"], 4167);
  Grade slower = sample_grade();
  for (TimedPair& pair : slower.timing->samples.pairs) pair.submitted.microseconds = 200;
  EXPECT_TRUE(written(slower)["timing"]["host"]["multiplies_to_pay"].is_null());
}

TEST(GradeJson, ASiteWithoutALineHasNullForIt) {
  Grade grade = sample_grade();
  grade.memory.submitted = MemoryCounts{1, 2, 3, 4};
  grade.memory.sites = {{{1, 2, 4}, "row_sort.cu", 7, simt::AccessKind::kLoad, "val"},
                        {{5, 6, 7}, "", 0, simt::AccessKind::kAtomic, "y"}};
  const nlohmann::json memory = written(grade)["memory"];
  EXPECT_EQ(memory["submitted"]["load_requests"], 1);
  EXPECT_EQ(memory["submitted"]["load_sectors"], 2);
  EXPECT_EQ(memory["sites"][0]["line"], 7);
  EXPECT_EQ(memory["sites"][0]["kind"], "load");
  EXPECT_TRUE(memory["sites"][1]["file"].is_null());
  EXPECT_TRUE(memory["sites"][1]["line"].is_null());
  EXPECT_EQ(memory["sites"][1]["kind"], "atomic");
}

TEST(GradeJson, HalfAPointSurvivesAndAWholeOneHasNoDecimals) {
  Grade grade = sample_grade();
  grade.score = 7.5;
  grade.max_score = 10;
  EXPECT_EQ(to_json(grade)["score"].dump(), "7.5");
  EXPECT_EQ(to_json(grade)["max_score"].dump(), "10");
}

TEST(GradeJson, TextThatIsNoUtf8DoesNotSpoilTheFile) {
  Grade grade = sample_grade();
  grade.checks[0].message = "\xff\xfe \x1b[31m";
  EXPECT_EQ(written(grade)["checks"][0]["message"], "\xef\xbf\xbd\xef\xbf\xbd \x1b[31m");
}

class WriteGradeTest : public testing::Test {
 protected:
  WriteGradeTest() {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directory(folder_);
  }
  ~WriteGradeTest() override { std::filesystem::remove_all(folder_); }
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(folder_), {}));
  }
  const std::filesystem::path folder_ = temporary_path("write_grade_test");
};

TEST_F(WriteGradeTest, ReplacesAnEarlierGradeAndLeavesNothingElseBehind) {
  std::ofstream(folder_ / "grade.json") << "an earlier, longer grade" << std::string(100'000, '.');
  write_grade(sample_grade(), folder_ / "grade.json");
  std::ifstream stream(folder_ / "grade.json");
  EXPECT_EQ(nlohmann::json::parse(stream)["submission"], "sample");
  EXPECT_EQ(files(), 1u);
}

TEST_F(WriteGradeTest, IsReadableLikeAnyNewFile) {
  umask(022);
  write_grade(sample_grade(), folder_ / "grade.json");
  struct stat status {};
  ASSERT_EQ(stat((folder_ / "grade.json").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0644u);
}

TEST_F(WriteGradeTest, AFullDiskNamesTheFileAndLeavesTheEarlierGrade) {
  std::ofstream(folder_ / "grade.json") << "earlier";
  // A limit on the file size makes write fail as a full disk does.
  rlimit unlimited{};
  getrlimit(RLIMIT_FSIZE, &unlimited);
  const rlimit few_bytes{10, unlimited.rlim_max};
  signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &few_bytes);
  std::string message;
  try {
    write_grade(sample_grade(), folder_ / "grade.json");
  } catch (const std::system_error& error) {
    message = error.what();
  }
  setrlimit(RLIMIT_FSIZE, &unlimited);
  EXPECT_NE(message.find("cannot write " + (folder_ / "grade.json").string()), std::string::npos);
  std::ifstream stream(folder_ / "grade.json");
  std::string text;
  stream >> text;
  EXPECT_EQ(text, "earlier");
  EXPECT_EQ(files(), 1u);
}

TEST_F(WriteGradeTest, APathThatCannotBeWrittenIsNamedBeforeAnyWork) {
  const auto refusal = [](const std::filesystem::path& file) -> std::string {
    try {
      require_writable(file);
    } catch (const std::system_error& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(refusal("/nonexistent/grade.json"),
            "cannot write /nonexistent/grade.json: No such file or directory");
  EXPECT_EQ(refusal(folder_), "cannot write " + folder_.string() + ": Is a directory");
  EXPECT_EQ(refusal(folder_ / "grade.json"), "accepted");
  EXPECT_EQ(files(), 0u) << "the probe leaves nothing behind";
}

}  // namespace
}  // namespace rowsort
