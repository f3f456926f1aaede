#include "rowsort/grade/grade_json.h"
#include "rowsort/grade/reference_timings.h"

#include "sample_grade.h"
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace rowsort {
namespace {

using nlohmann::ordered_json;

Grade scored_grade() {
  Grade grade = sample_grade();
  grade.status = GradeStatus::kPass;
  grade.score = 4;
  grade.max_score = 7;
  grade.checks.push_back({"lane_slots", CheckStatus::kFail, 0, 3, "too many"});
  grade.ratio.predicted_by_sectors = 0.99;
  grade.ratio.claimed = 1.2;
  grade.lane_slots.predicted = 8'388'608;
  grade.answers->student = "ada";
  grade.answers->sentence = "because";
  grade.source_sha256 = "abc";
  grade.build_log = "row_sort.cu:3: error\nand more";
  return grade;
}

std::string refusal(const ordered_json& json) {
  try {
    parse_grade(json.dump());
  } catch (const UnreadableGrade& error) {
    return error.what();
  }
  return "accepted";
}

// The grade's JSON with one value changed.
ordered_json with(const char* key, ordered_json value) {
  ordered_json json = to_json(scored_grade());
  json[key] = std::move(value);
  return json;
}

TEST(GradeReader, GivesBackWhatOtherSystemsAreTold) {
  const Grade written = scored_grade();
  const Grade read = parse_grade(to_json(written).dump());
  EXPECT_EQ(read.submission, written.submission);
  EXPECT_EQ(read.status, written.status);
  EXPECT_EQ(read.score, written.score);
  EXPECT_EQ(read.max_score, written.max_score);
  ASSERT_EQ(read.checks.size(), written.checks.size());
  EXPECT_EQ(read.checks.back().id, "lane_slots");
  EXPECT_EQ(read.checks.back().status, CheckStatus::kFail);
  EXPECT_EQ(read.checks.back().max_points, 3);
  EXPECT_EQ(read.checks.back().message, "too many");
  EXPECT_FALSE(read.checks.back().decides_pass) << "a passing grade has it";
  EXPECT_EQ(read.lane_slots.unsorted, written.lane_slots.unsorted);
  EXPECT_EQ(read.lane_slots.minimum, written.lane_slots.minimum);
  EXPECT_EQ(read.lane_slots.submitted, written.lane_slots.submitted);
  EXPECT_EQ(read.lane_slots.predicted, written.lane_slots.predicted);
  EXPECT_EQ(read.ratio.predicted, written.ratio.predicted);
  EXPECT_EQ(read.ratio.predicted_by_sectors, written.ratio.predicted_by_sectors);
  EXPECT_EQ(read.ratio.measured, written.ratio.measured);
  EXPECT_EQ(read.ratio.claimed, written.ratio.claimed);
  EXPECT_EQ(read.block_size, written.block_size);
  EXPECT_EQ(read.device->name, "NVIDIA H200");
  EXPECT_EQ(read.device->kind, DeviceKind::kCuda);
  EXPECT_EQ(read.answers->student, "ada");
  EXPECT_EQ(read.answers->sentence, "because");
  EXPECT_EQ(read.source_sha256, "abc");
  EXPECT_EQ(read.build_log, written.build_log);
}

TEST(GradeReader, GivesBackTheTimesAndWhatTheyCameTo) {
  Grade written = scored_grade();
  written.timing->measurement.submitted_modes = TwoModes{80, 90, 0.5};
  written.timing->measurement.inconclusive_because = "two modes";
  const Grade read = parse_grade(to_json(written).dump());
  EXPECT_EQ(median_time(read, &TimedPair::unsorted), median_time(written, &TimedPair::unsorted));
  EXPECT_EQ(median_time(read, &TimedPair::submitted), 80);
  EXPECT_EQ(measured_interval(read), measured_interval(written));
  EXPECT_EQ(is_conclusive(read), false);
  EXPECT_EQ(read.timing->measurement.inconclusive_because, "two modes");
  EXPECT_TRUE(is_bimodal(read));
}

TEST(GradeReader, AGradeWithoutTimesHasNone) {
  Grade written = scored_grade();
  written.timing.reset();
  written.ratio.measured.reset();
  const Grade read = parse_grade(to_json(written).dump());
  EXPECT_FALSE(read.timing);
  EXPECT_EQ(median_time(read, &TimedPair::unsorted), std::nullopt);
  EXPECT_EQ(is_conclusive(read), std::nullopt);
  EXPECT_FALSE(is_bimodal(read));
}

TEST(GradeReader, WhatContradictsItselfIsRefused) {
  EXPECT_EQ(refusal(with("score", nullptr)), "its score and its status contradict each other");
  EXPECT_EQ(refusal(with("score", 8)), "its score is above its max_score");
  EXPECT_EQ(refusal(with("status", "good")), "status should be pass, fail or error");
  EXPECT_EQ(refusal(with("schema_version", 2)), "its schema_version is 2, this program reads 3");
  EXPECT_EQ(refusal(with("checks", "many")), "checks should be a list");
  EXPECT_EQ(refusal(with("submission", 1)), "submission should be a text");
  EXPECT_EQ(refusal(ordered_json::array()), "it should hold a JSON object");
  ordered_json error = with("status", "error");
  error["score"] = nullptr;
  EXPECT_EQ(refusal(error), "its status is error, but it does not name the error");
}

TEST(GradeReader, ACheckWithMorePointsThanItIsWorthIsRefused) {
  ordered_json json = to_json(scored_grade());
  json["checks"][2]["points"] = 5;
  EXPECT_EQ(refusal(json), "checks[2] has more points than it is worth");
  json["checks"][2]["points"] = -1;
  EXPECT_EQ(refusal(json), "checks[2].points should be a number of at least 0");
  json["checks"][2]["id"] = "Order!";
  EXPECT_EQ(refusal(json),
            "checks[2].id should be a word of lower-case letters, digits and underscores");
}

TEST(GradeReader, WhatIsOnlyShownIsLeftOutWhereItIsOfAnotherType) {
  ordered_json json = to_json(scored_grade());
  json["ratio"]["measured"] = "fast";
  json["lane_slots"] = 7;
  json["answers"]["sentence"] = nullptr;
  const Grade read = parse_grade(json.dump());
  EXPECT_FALSE(read.ratio.measured);
  EXPECT_FALSE(read.lane_slots.submitted);
  EXPECT_EQ(read.answers->sentence, "");
}

TEST(GradeReader, TextIsMadeVisibleAndCut) {
  Grade written = scored_grade();
  written.answers->sentence = "a\x1b[31mb\u202e" + std::string(3000, 'x');
  const Grade read = parse_grade(to_json(written).dump());
  EXPECT_EQ(read.answers->sentence.find('\x1b'), std::string::npos);
  EXPECT_EQ(read.answers->sentence.find("\u202e"), std::string::npos);
  EXPECT_LT(read.answers->sentence.size(), kMaxReadTextBytes + 50);
  EXPECT_NE(read.answers->sentence.find("more bytes)"), std::string::npos);
}

}  // namespace
}  // namespace rowsort
