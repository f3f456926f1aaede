#include "rowsort/grade/rubric.h"

#include <fstream>
#include <string>

#include "../temporary_path.h"
#include <gtest/gtest.h>

namespace rowsort {
namespace {

std::filesystem::path write_file(const std::string& text) {
  const std::filesystem::path file = temporary_path("rubric.json");
  std::ofstream(file) << text;
  return file;
}

std::string refusal(const std::string& text) {
  const auto file = write_file(text);
  try {
    read_rubric(file);
  } catch (const RubricError& error) {
    const std::string message = error.what();
    return message.substr(message.find(file.filename().string()) + file.filename().string().size());
  }
  return "accepted";
}

TEST(Rubric, TheCompiledInPointsAreTenAndSplitAsTheExerciseSays) {
  const Rubric rubric;
  double sum = 0;
  for (const CheckId id : kAllChecks) sum += rubric.points(id);
  EXPECT_EQ(sum, 10);
  EXPECT_EQ(rubric.points(CheckId::kOrder), 1);
  EXPECT_EQ(rubric.points(CheckId::kRebuiltCsr), 1);
  EXPECT_EQ(rubric.points(CheckId::kSmallMatrices), 1);
  EXPECT_EQ(rubric.points(CheckId::kAllRows), 1);
  EXPECT_EQ(rubric.points(CheckId::kLaneSlots), 3);
  EXPECT_EQ(rubric.points(CheckId::kPrediction), 2);
  EXPECT_EQ(rubric.points(CheckId::kClaim), 1);
  EXPECT_EQ(rubric.points(CheckId::kSentence), 0);
}

TEST(Rubric, AFileReplacesEveryPoint) {
  const Rubric rubric = read_rubric(write_file(R"({"points": {"order": 2.5, "claim": 0}})"));
  EXPECT_EQ(rubric.points(CheckId::kOrder), 2.5);
  EXPECT_EQ(rubric.points(CheckId::kLaneSlots), 0);
}

TEST(Rubric, WhatIsWrongInAFileIsNamed) {
  EXPECT_EQ(refusal(R"({"points": {"ordre": 1}})"), ": there is no check called \"ordre\"");
  EXPECT_EQ(refusal(R"({"points": {"order": -1}})"),
            ": the points of \"order\" should be a number of at least 0, they are -1");
  EXPECT_EQ(refusal(R"({"points": {"order": "1"}})"),
            ": the points of \"order\" should be a number of at least 0, they are \"1\"");
  EXPECT_EQ(refusal(R"({"order": 1})"), ": it should be an object with an object \"points\" in it");
  EXPECT_EQ(refusal("{").substr(0, 19), " is not valid JSON:");
  EXPECT_THROW(read_rubric("/nonexistent/rubric.json"), RubricError);
}

}  // namespace
}  // namespace rowsort
