#include "rowsort/grade/rubric.h"

#include "rowsort/errors.h"

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
  } catch (const UsageError& error) {
    const std::string message = error.what();
    return message.substr(message.find(file.filename().string()) + file.filename().string().size());
  }
  return "accepted";
}

// Course staff edit the file, and every program is built with it.
TEST(Rubric, TheShippedPointsAreThoseOfTheFileInTheTree) {
  EXPECT_EQ(Rubric().all(), read_rubric(ROWSORT_RUBRIC_FILE).all());
  EXPECT_GT(Rubric().points("order"), 0);
}

TEST(Rubric, AFileReplacesEveryPoint) {
  const Rubric rubric = read_rubric(write_file(R"({"points": {"order": 2.5, "claim": 0}})"));
  EXPECT_EQ(rubric.points("order"), 2.5);
  EXPECT_EQ(rubric.points("lane_slots"), 0);
}

TEST(Rubric, WhatIsWrongInAFileIsNamed) {
  EXPECT_EQ(refusal(R"({"points": {"ordre": 1}})"), ": there is no check called \"ordre\"");
  EXPECT_EQ(refusal(R"({"points": {"order": -1}})"),
            ": the points of \"order\" should be a number of at least 0, they are -1");
  EXPECT_EQ(refusal(R"({"points": {"order": "1"}})"),
            ": the points of \"order\" should be a number of at least 0, they are \"1\"");
  EXPECT_EQ(refusal(R"({"order": 1})"), ": it should be an object with an object \"points\" in it");
  EXPECT_EQ(refusal("{").substr(0, 19), " is not valid JSON:");
  EXPECT_THROW(read_rubric("/nonexistent/rubric.json"), UsageError);
}

}  // namespace
}  // namespace rowsort
