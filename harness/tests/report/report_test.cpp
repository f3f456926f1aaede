#include "rowsort/report/report.h"

#include <algorithm>
#include <sstream>

#include "../grade/sample_grade.h"
#include <gtest/gtest.h>

namespace rowsort {
namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

Grade passed_grade() {
  Grade grade = sample_grade();
  grade.status = GradeStatus::kPass;
  grade.score = 4;
  grade.max_score = 10;
  return grade;
}

TEST(Report, ShowsCountsSharesAndBothRatios) {
  const std::string text = report(passed_grade(), {});
  EXPECT_TRUE(contains(text, "Row lengths: min 3, max 419, mean 16.00"));
  EXPECT_TRUE(contains(text, "507,904 rows  96.9%"));
  EXPECT_TRUE(contains(text, "unsorted                 219,676,672    3.8% useful"));
  EXPECT_TRUE(contains(text, "your order                 8,388,608  100.0% useful"));
  EXPECT_TRUE(contains(text, "26.19x"));
}

TEST(Report, TheMeasuredRatioHasItsIntervalItsTimesAndItsVerdict) {
  Grade grade = passed_grade();
  std::string text = report(grade, {.width = 200});
  EXPECT_TRUE(contains(text,
                       "1.23x measured (95% interval 1.200 to 1.250): 98.0 us (96.0 to 100.0) / "
                       "80.0 us (80.0 to 80.0), medians of 20 pairs of runs"));
  EXPECT_FALSE(contains(text, "inconclusive"));
  grade.timing->measurement.inconclusive_because = "the GPU is throttled";
  EXPECT_TRUE(contains(report(grade, {.width = 200}), "inconclusive: the GPU is throttled"));
}

TEST(Report, ShowsWhatWasTimedBesideTheKernel) {
  const std::string text = report(passed_grade(), {.width = 200});
  EXPECT_TRUE(contains(text, "cuSPARSE 12.6.3      36.0 us unsorted, 34.0 us in your order"));
  EXPECT_TRUE(contains(text,
                       "floor                25.0 us to read the matrix and x and write y, "
                       "73.4% of the copy bandwidth of 4.00 TB/s"));
  EXPECT_TRUE(contains(text, "after 2,778 multiplies, after 4,167 multiplies with y put back"));
}

TEST(Report, SetsTheGpusCountersBesideThoseOfTheCpuDevice) {
  Grade grade = passed_grade();
  grade.counters.not_counted_because = "this user may not read the GPU's counters";
  EXPECT_TRUE(contains(report(grade, {}), "this user may not read the GPU's counters"));
  grade.memory.unsorted = MemoryCounts{20'627'456, 22'003'712, 16'384, 65'536};
  grade.memory.submitted = MemoryCounts{819'200, 22'123'008, 16'384, 65'536};
  grade.counters = {HardwareCounters{.load_requests = 20'627'456, .load_sectors = 22'003'712},
                    HardwareCounters{.load_requests = 819'200, .load_sectors = 22'123'007}, ""};
  const std::string text = report(grade, {.width = 200});
  EXPECT_TRUE(contains(text, "219,676,672 unsorted, 8,388,608 in your order"));
  EXPECT_TRUE(contains(text, "819,200 in your order, as on the CPU device"));
  EXPECT_TRUE(contains(text, "22,123,007 in your order, not as on the CPU device"));
}

TEST(Report, ARatioBelowOneIsExplainedAndNotCalledAMistake) {
  Grade grade = passed_grade();
  EXPECT_FALSE(contains(report(grade, {}), "below 1"));
  grade.ratio.measured = 0.61;
  EXPECT_TRUE(contains(report(grade, {}), "below 1 is a result, not a mistake"));
}

TEST(Report, DoesNotGiveTheFewestLaneSlotsAwayBeforeTheyArePredicted) {
  Grade grade = passed_grade();
  grade.lane_slots.submitted = grade.lane_slots.unsorted;
  grade.ratio.predicted = 1;
  const std::string text = report(grade, {});
  // The matrix has as many nonzeros as sorted rows have lane-slots: that number stands in the
  // heading only.
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) EXPECT_FALSE(contains(line, "8,388,608")) << line;
}

TEST(Report, HasColoursOnlyWhereTheyAreWanted) {
  EXPECT_FALSE(contains(report(passed_grade(), {.colour = false}), "\033"));
  EXPECT_TRUE(contains(report(passed_grade(), {.colour = true}), "\033[32m"));
}

TEST(Report, TextOfASubmissionCannotMoveTheCursorOrChangeColours) {
  Grade grade = passed_grade();
  grade.checks[0].message = "threw \033[2J\033[31m\x07 \xc2\x9b\x31m ::error::";
  grade.submission = "na\033me";
  const std::string text = report(grade, {.colour = false});
  for (const char byte : text) {
    EXPECT_TRUE(byte == '\n' || static_cast<unsigned char>(byte) >= 32) << static_cast<int>(byte);
  }
  EXPECT_FALSE(contains(text, "\xc2\x9b"));
}

TEST(Report, LongSentencesWrapAndKeepEveryWord) {
  Grade grade = passed_grade();
  std::string message;
  for (int i = 0; i < 60; ++i) message += "word" + std::to_string(i) + " ";
  grade.checks[0].message = message;
  std::istringstream lines(report(grade, {.width = 80}));
  std::string all;
  for (std::string line; std::getline(lines, line); all += line + " ") {
    if (contains(line, "word")) {
      EXPECT_LE(line.size(), 80u) << line;
    }
  }
  for (int i = 0; i < 60; ++i) EXPECT_TRUE(contains(all, "word" + std::to_string(i) + " "));
}

TEST(Report, PointsAreNotTornApartAtTheEndOfALine) {
  Grade grade = passed_grade();
  for (std::size_t length = 1; length < 80; ++length) {
    grade.checks[0].message = std::string(length, 'x');
    EXPECT_TRUE(contains(report(grade, {.width = 80}), "[1 of 1]")) << length;
  }
}

TEST(Report, SetsCountedSectorsBesideTheLaneSlots) {
  Grade grade = passed_grade();
  EXPECT_FALSE(contains(report(grade, {}), "Counted on the CPU device"));
  grade.memory.unsorted = MemoryCounts{20'627'456, 22'003'712, 16'384, 65'536};
  grade.memory.submitted = MemoryCounts{819'200, 22'123'008, 16'384, 65'536};
  grade.lane_slots.executed = 8'388'608;
  grade.ratio.predicted_by_sectors = 22'003'712.0 / 22'123'008.0;
  const std::string text = report(grade, {.width = 200});
  EXPECT_TRUE(contains(text, "predicted 8,388,608, executed 8,388,608"));
  EXPECT_TRUE(contains(text, "20,627,456 unsorted, 819,200 in your order"));
  EXPECT_TRUE(contains(text, "22,003,712 unsorted, 22,123,008 in your order"));
  EXPECT_TRUE(contains(text, "0.99x: the kernel reads as much memory as before"));
}

TEST(Report, AFindingIsAWarning) {
  Grade grade = passed_grade();
  grade.memory.finding = "spmv_sorted failed: write in block 0";
  EXPECT_TRUE(
      contains(report(grade, {.width = 200}),
               "warning              spmv_sorted failed: write in block 0 (no row is wrong"));
}

TEST(Report, MarksEveryCheckAndGivesTheScore) {
  Grade grade = passed_grade();
  grade.checks.push_back(
      {"lane_slots", CheckStatus::kFail, 0, 3, "too many", FaultKind::kWrongAnswer, false});
  grade.checks.push_back({"claim", CheckStatus::kSkipped, 0, 0, "not compared"});
  EXPECT_TRUE(contains(report(grade, {}), "\nok   order           well [1 of 1]\n"));
  EXPECT_TRUE(contains(report(grade, {}), "\ntodo lane_slots      too many [0 of 3]\n"));
  EXPECT_TRUE(contains(report(grade, {}), "\n-    claim           not compared\n"));
  EXPECT_TRUE(contains(report(grade, {}), "\nPASS                 score 4 of 10\n"));
  grade.status = GradeStatus::kFail;
  grade.checks[2].status = CheckStatus::kFail;
  EXPECT_TRUE(contains(report(grade, {}), "\nFAIL order           well"));
  EXPECT_TRUE(contains(report(grade, {}), "\nFAIL                 score 4 of 10: see the first"));
}

TEST(Report, AnEnvironmentFaultSaysThatNoPointsAreLost) {
  Grade grade;
  grade.submission = "sample";
  grade.error = GradeError{"infrastructure", "no NVIDIA driver was found"};
  const std::string text = report(grade, {});
  EXPECT_TRUE(contains(text, "no NVIDIA driver was found"));
  EXPECT_TRUE(contains(text, "not the submission's fault"));
}

TEST(Report, SaysWhatToDoNextAfterAPass) {
  Grade grade = passed_grade();
  grade.checks.push_back(
      {"lane_slots", CheckStatus::kFail, 0, 3, "too many", FaultKind::kWrongAnswer, false});
  EXPECT_TRUE(contains(report(grade, {}),
                       "next                 predict the lane-slots, then sort: sort_rows"));
}

}  // namespace
}  // namespace rowsort
