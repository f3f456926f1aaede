#include "report/findings.h"

#include "class_rows.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rowsort {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

Findings find_in(const std::vector<ClassRow>& rows) {
  return find_all({rows, {}});
}

ClassRow with_check(ClassRow row, const std::string& id, CheckStatus status) {
  row.grade->checks.push_back({id, status, 0, 1, "what was found"});
  return row;
}

ClassRow with_source(ClassRow row, const std::string& source, const std::string& answers) {
  row.record.source_sha256 = source;
  row.record.answers_sha256 = answers;
  return row;
}

ClassRow with_ratios(ClassRow row, double claimed, double measured) {
  row.grade->ratio.claimed = claimed;
  row.grade->ratio.measured = measured;
  return row;
}

TEST(CheckRates, CountThoseThatPassedOrFailed) {
  const std::vector<ClassRow> rows = {with_check(planted_row("a"), "order", CheckStatus::kPass),
                                      with_check(planted_row("b"), "order", CheckStatus::kPass),
                                      with_check(planted_row("c"), "order", CheckStatus::kFail),
                                      with_check(planted_row("d"), "order", CheckStatus::kSkipped),
                                      planted_row("e", Outcome::kMissing)};
  const std::vector<CheckRate> rates = find_in(rows).checks;
  ASSERT_THAT(rates, SizeIs(1));
  EXPECT_EQ(rates[0].passed, 2U);
  EXPECT_EQ(rates[0].failed, 1U);
  EXPECT_EQ(rates[0].skipped, 1U);
  EXPECT_DOUBLE_EQ(rates[0].pass_rate().value_or(0), 2.0 / 3);
}

TEST(CheckRates, HaveNoRateWhereAllWereSkipped) {
  EXPECT_FALSE(find_in({with_check(planted_row("a"), "claim", CheckStatus::kSkipped)})
                   .checks[0]
                   .pass_rate()
                   .has_value());
}

TEST(Duplicates, AreThoseWithTheSameSource) {
  const std::vector<ClassRow> rows = {
      with_source(planted_row("a"), "1111", "x"), with_source(planted_row("b"), "2222", "x"),
      with_source(planted_row("c"), "1111", "y"), planted_row("d", Outcome::kMissing),
      planted_row("e", Outcome::kMissing)};
  const std::vector<Finding> found = find_in(rows).duplicates;
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_THAT(found[0].rows, ElementsAre(0, 2));
  EXPECT_THAT(found[0].text, Not(HasSubstr("answers.json")));
}

TEST(Duplicates, SayWhetherTheAnswersAreTheSameToo) {
  const std::vector<ClassRow> rows = {with_source(planted_row("a"), "1111", "x"),
                                      with_source(planted_row("b"), "1111", "x")};
  EXPECT_THAT(find_in(rows).duplicates[0].text, HasSubstr("and the same answers.json"));
}

TEST(Disagreements, AreClaimsThatFailedBesideAMeasurement) {
  ClassRow unmeasured = with_check(planted_row("d"), "claim", CheckStatus::kFail);
  unmeasured.grade->ratio.claimed = 26.2;
  const std::vector<ClassRow> rows = {
      with_check(with_ratios(planted_row("a"), 26.2, 1.23), "claim", CheckStatus::kFail),
      with_check(with_ratios(planted_row("b"), 1.23, 1.24), "claim", CheckStatus::kPass),
      with_check(with_ratios(planted_row("c"), 26.2, 1.23), "claim", CheckStatus::kSkipped),
      unmeasured};
  const std::vector<Finding> found = find_in(rows).disagreements;
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_THAT(found[0].rows, ElementsAre(0));
  EXPECT_EQ(found[0].text, "claimed 26.20, measured 1.23 on NVIDIA H200");
}

TEST(Reruns, AreInconclusiveOnesFaultsOfTheMachineAndThoseBesideDrift) {
  std::vector<ClassRow> rows = {planted_row("steady"),
                                planted_row("inconclusive"),
                                planted_row("machine", Outcome::kInfrastructure),
                                with_ratios(planted_row("beside"), 1.2, 1.2),
                                planted_row("unmeasured"),
                                planted_row("m", Outcome::kMissing)};
  rows[1].grade->ratio.measured = 1.2;
  rows[1].grade->timing.emplace();
  rows[1].grade->timing->measurement.inconclusive_because = "the GPU is throttled";
  rows[2].message = "the GPU was lost";
  // A run of the reference without a grade is off, and counts for every row with a time.
  CalibrationRun off;
  off.graded_at = "2026-03-02T01:00:00Z";
  for (const std::size_t i : {3U, 4U, 5U}) rows[i].record.graded_at = off.graded_at;
  const auto found = find_all({rows, {off}}).reruns;
  ASSERT_THAT(found, SizeIs(3));
  EXPECT_EQ(found[0].text, "inconclusive: the GPU is throttled");
  EXPECT_EQ(found[1].text, "the machine's fault: the GPU was lost");
  EXPECT_THAT(found[2].rows, ElementsAre(3));
}

TEST(Reruns, NameAGradeThatWasAskedForAgainAndIsNotThere) {
  std::vector<ClassRow> rows = {planted_row("a")};
  rows[0].record.regrade = true;
  rows[0].message = "the GPU was lost";
  EXPECT_EQ(find_in(rows).reruns[0].text,
            "a new grade was asked for and is not there yet: the GPU was lost");
}

// A grade that states no conclusion is not called inconclusive.
TEST(Reruns, DoNotNameGradesThatStateNoConclusion) {
  EXPECT_THAT(find_in({with_ratios(planted_row("a"), 1.2, 1.2)}).reruns, IsEmpty());
}

TEST(LaneSlotBins, AreMultiplesOfTheMinimum) {
  std::vector<ClassRow> rows;
  for (const std::uint64_t slots : {1000U, 1001U, 1010U, 1011U, 16'000U, 16'001U, 26'000U}) {
    rows.push_back(planted_row("s"));
    rows.back().grade->lane_slots.submitted = slots;
  }
  rows.push_back(planted_row("no order", Outcome::kFail));
  rows.back().grade->lane_slots.submitted.reset();
  std::vector<std::size_t> counts;
  const Findings findings = find_in(rows);
  for (const SlotBin& bin : findings.lane_slots) counts.push_back(bin.rows);
  EXPECT_THAT(counts, ElementsAre(1, 2, 1, 0, 0, 0, 1, 2));
}

TEST(Findings, ListMissingOnesErrorKindsAndFlags) {
  ClassGrades grades;
  grades.rows = {planted_row("a", Outcome::kMissing), planted_row("b", Outcome::kFail),
                 planted_row("c", Outcome::kFail), planted_row("d"),
                 planted_row("e", Outcome::kNotDone)};
  grades.rows[1].grade->error = GradeError{"crashed", "sort_rows crashed"};
  grades.rows[2].grade->error = GradeError{"crashed", "rebuild crashed"};
  grades.rows[3].grade->lane_slots.executed = 999;
  grades.rows[3].by_hand = HandPoints{1, ""};
  const Findings findings = find_all(grades);
  EXPECT_THAT(findings.missing, ElementsAre(0));
  EXPECT_THAT(findings.not_done, ElementsAre(4));
  ASSERT_THAT(findings.error_kinds, SizeIs(1));
  EXPECT_EQ(findings.error_kinds[0].text, "crashed");
  EXPECT_THAT(findings.error_kinds[0].rows, ElementsAre(1, 2));
  EXPECT_THAT(findings.flags[3], ElementsAre("kernel edited", "points by hand"));
}

TEST(Findings, SummariseEachDevice) {
  ClassGrades grades;
  for (int i = 1; i <= 10; ++i) {
    grades.rows.push_back(with_ratios(planted_row("s"), 1, 0.1 * i));
    grades.rows.back().grade->ratio.predicted = 26.1875;
  }
  grades.rows.push_back(with_ratios(planted_row("t"), 1, 2));
  grades.rows.back().grade->device->name = "Tesla T4";
  grades.rows.back().grade->timing.emplace();
  grades.rows.back().grade->timing->measurement.inconclusive_because = "two modes";
  const Findings findings = find_all(grades);
  ASSERT_THAT(findings.devices, SizeIs(2));
  EXPECT_EQ(findings.devices[0].device, "NVIDIA H200");
  EXPECT_EQ(findings.devices[0].measured, 10U);
  EXPECT_DOUBLE_EQ(findings.devices[0].low, 0.19) << "a tenth of the way from 0.1 to 1";
  EXPECT_DOUBLE_EQ(findings.devices[0].middle, 0.55);
  EXPECT_DOUBLE_EQ(findings.devices[0].high, 0.91);
  EXPECT_EQ(findings.devices[1].inconclusive, 1U);
}

}  // namespace
}  // namespace rowsort
