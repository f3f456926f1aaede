#include "report/drift.h"

#include "class_rows.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rowsort {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string at(int minute) {
  return "2026-03-02T01:" + std::string(minute < 10 ? "0" : "") + std::to_string(minute) + ":00Z";
}

std::vector<CalibrationRun> runs_of(const std::vector<double>& ratios) {
  std::vector<CalibrationRun> runs;
  for (const double ratio : ratios) {
    runs.push_back(planted_run(at(static_cast<int>(runs.size())), ratio));
  }
  return runs;
}

std::vector<bool> off(const Drift& drift) {
  std::vector<bool> result;
  for (const CalibrationJudgement& run : drift.runs) result.push_back(run.is_off());
  return result;
}

TEST(Drift, SmallDifferencesAreSteady) {
  const Drift drift = judge_drift(runs_of({1.230, 1.232, 1.225, 1.235, 1.228, 1.231}));
  EXPECT_FALSE(drift.drifts()) << drift.verdict();
  EXPECT_EQ(drift.verdict(), "The runner is steady: 6 runs of the reference agree.");
}

TEST(Drift, OneRunWithAnotherRatioIsOff) {
  const Drift drift = judge_drift(runs_of({1.23, 1.23, 1.17, 1.23}));
  EXPECT_THAT(off(drift), ElementsAre(false, false, true, false));
  EXPECT_THAT(drift.runs[2].off_because, HasSubstr("the ratio is -4.9% from the median"));
  EXPECT_TRUE(drift.drifts());
}

TEST(Drift, LimitsAreNotReachedFromBelow) {
  EXPECT_FALSE(judge_drift(runs_of({1.0, 1.0, 1.0199})).drifts());
  EXPECT_TRUE(judge_drift(runs_of({1.0, 1.0, 1.0201})).drifts());
  EXPECT_TRUE(judge_drift(runs_of({1.0, 1.0, 0.9799})).drifts());
}

// Both orders slow down alike: the ratio shows nothing, the clock did change.
TEST(Drift, TimesThatRiseTogetherAreSeen) {
  std::vector<CalibrationRun> runs = runs_of({1.23, 1.23, 1.23, 1.23});
  runs[3] = planted_run(at(3), 1.23, 113 * 1.06);
  const Drift drift = judge_drift(runs);
  EXPECT_THAT(off(drift), ElementsAre(false, false, false, true));
  EXPECT_THAT(drift.runs[3].off_because, HasSubstr("the time of the unsorted order is +6.0%"));
}

TEST(Drift, SlowTrendThatNoSingleRunShowsIsSeen) {
  const Drift drift =
      judge_drift(runs_of({1.000, 1.003, 1.008, 1.013, 1.018, 1.023, 1.028, 1.032, 1.034}));
  EXPECT_THAT(drift.runs, testing::Each(testing::Property(&CalibrationJudgement::is_off, false)));
  ASSERT_THAT(drift.trends, ElementsAre(HasSubstr("the ratio changed by +2.9%")));
  EXPECT_TRUE(drift.drifts());
}

TEST(Drift, TrendNeedsEnoughRuns) {
  EXPECT_THAT(judge_drift(runs_of({0.985, 1.0, 1.0, 1.0, 1.019})).trends, IsEmpty());
}

TEST(Drift, DevicesAreComparedWithThemselves) {
  std::vector<CalibrationRun> runs = runs_of({1.23, 1.23});
  runs.push_back(planted_run(at(2), 1.9, 900, "Tesla T4"));
  runs.push_back(planted_run(at(3), 1.9, 900, "Tesla T4"));
  EXPECT_FALSE(judge_drift(runs).drifts());
}

TEST(Drift, ReferenceThatDoesNotPassIsOff) {
  std::vector<CalibrationRun> runs = runs_of({1.23, 1.23, 1.23});
  runs[1].grade->status = GradeStatus::kFail;
  runs[2].grade.reset();
  EXPECT_THAT(off(judge_drift(runs)), ElementsAre(false, true, true));
}

TEST(Drift, NothingToCompareIsSaid) {
  EXPECT_THAT(judge_drift({}).verdict(), HasSubstr("drift is unknown"));
  EXPECT_THAT(judge_drift(runs_of({1.23})).verdict(), HasSubstr("nothing to compare"));
  std::vector<CalibrationRun> runs = runs_of({1.23, 1.23});
  for (CalibrationRun& run : runs) {
    run.grade->ratio.measured.reset();
    run.grade->timing.reset();
  }
  EXPECT_THAT(judge_drift(runs).verdict(), HasSubstr("was not timed"));
  EXPECT_FALSE(judge_drift(runs).drifts());
}

TEST(GradedWhileOff, IsWhatLiesBesideARunThatIsOff) {
  std::vector<CalibrationRun> runs = {planted_run(at(10), 1.23), planted_run(at(20), 1.23),
                                      planted_run(at(30), 1.1), planted_run(at(40), 1.23),
                                      planted_run(at(50), 1.23)};
  std::vector<ClassRow> rows;
  for (const int minute : {5, 15, 25, 35, 45, 55}) {
    rows.push_back(planted_row("s" + std::to_string(minute)));
    rows.back().record.graded_at = at(minute);
  }
  EXPECT_THAT(graded_while_off(rows, runs, judge_drift(runs)),
              ElementsAre(false, false, true, true, false, false));
  rows[2].grade->device->name = "Tesla T4";
  EXPECT_FALSE(graded_while_off(rows, runs, judge_drift(runs))[2]);
}

}  // namespace
}  // namespace rowsort
