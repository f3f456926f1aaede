#include "rowsort/grade/answers.h"

#include <fstream>

#include "../temporary_path.h"
#include <gtest/gtest.h>

namespace rowsort {
namespace {

std::string refusal(std::string_view text) {
  try {
    parse_answers(text);
  } catch (const AnswersError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Answers, EveryFieldIsRead) {
  const Answers answers = parse_answers(
      R"({"student": "s1", "predicted_lane_slots": 8388608, "measured_ratio": 0.61,
          "measured_on": "Tesla T4", "sentence": "Warum? \u00fc"})");
  EXPECT_EQ(answers.student, "s1");
  EXPECT_EQ(answers.predicted_lane_slots, 8'388'608u);
  EXPECT_EQ(answers.measured_ratio, 0.61);
  EXPECT_EQ(answers.measured_on, "Tesla T4");
  EXPECT_EQ(answers.sentence, "Warum? ü");
}

TEST(Answers, NullAndLeftOutBothMeanNotAnswered) {
  for (const char* text : {"{}", R"({"predicted_lane_slots": null, "measured_ratio": null,
                                     "sentence": null, "student": null, "measured_on": null})"}) {
    const Answers answers = parse_answers(text);
    EXPECT_FALSE(answers.predicted_lane_slots);
    EXPECT_FALSE(answers.measured_ratio);
    EXPECT_EQ(answers.sentence, "");
  }
}

TEST(Answers, AByteOrderMarkAndWindowsLineEndsAreHarmless) {
  EXPECT_EQ(parse_answers("\xef\xbb\xbf{\r\n\"student\": \"s\"\r\n}\r\n").student, "s");
}

TEST(Answers, WhatIsNoJsonIsRefusedWithItsPlace) {
  EXPECT_EQ(refusal("{\"student\": \n oops}").substr(0, 51),
            "it is not valid JSON: parse error at line 2, column");
  for (const char* text : {"", "{", R"({"a": NaN})", R"({"measured_ratio": Infinity})", "{} {}",
                           "{\"sentence\": \"\xff\xfe\"}", "{\"sentence\": \"\x01\"}",
                           R"({"measured_ratio": 1e999})"}) {
    EXPECT_EQ(refusal(text).substr(0, 22), "it is not valid JSON: ") << text;
  }
}

TEST(Answers, AnotherKindOfJsonIsRefused) {
  EXPECT_EQ(refusal("[]"), "it holds a JSON array, should be an object");
  EXPECT_EQ(refusal("8388608"), "it holds a JSON number, should be an object");
}

TEST(Answers, AKeyThatStandsTwiceIsRefused) {
  EXPECT_EQ(refusal(R"({"student": "a", "student": "b"})"), "the key \"student\" occurs twice");
}

TEST(Answers, AMisspelledKeyIsRefusedAndTheKnownOnesAreNamed) {
  EXPECT_EQ(refusal(R"({"predicted_slots": 1})"),
            "there is no answer called \"predicted_slots\"; the keys are student, "
            "predicted_lane_slots, measured_ratio, measured_on and sentence");
}

TEST(Answers, ANumberInQuotesIsRefused) {
  EXPECT_EQ(refusal(R"({"predicted_lane_slots": "8,388,608"})"),
            "\"predicted_lane_slots\" should be a whole number, without quotes and commas, or "
            "null, it is a JSON string");
  EXPECT_EQ(refusal(R"({"measured_ratio": "1.2x"})"),
            "\"measured_ratio\" should be a number, without quotes, or null, it is a JSON string");
  EXPECT_EQ(refusal(R"({"sentence": 5})"),
            "\"sentence\" should be a text in quotes, it is a JSON number");
}

TEST(Answers, ANumberThatCannotBeIsRefused) {
  EXPECT_EQ(refusal(R"({"predicted_lane_slots": -1})"),
            "\"predicted_lane_slots\" should be a whole number of at least 0, it is -1");
  EXPECT_EQ(refusal(R"({"predicted_lane_slots": 8388608.5})"),
            "\"predicted_lane_slots\" should be a whole number of at least 0, it is 8388608.5");
  EXPECT_EQ(refusal(R"({"measured_ratio": 0})"), "\"measured_ratio\" should be above 0, it is 0");
  EXPECT_EQ(refusal(R"({"measured_ratio": -2.5})"),
            "\"measured_ratio\" should be above 0, it is -2.5");
}

TEST(Answers, TooMuchTextIsRefusedAndSoIsDeepNesting) {
  EXPECT_EQ(refusal("{\"sentence\": \"" + std::string(kMaxAnswersBytes, 'x') + "\"}"),
            "it has more than 65,536 bytes");
  EXPECT_NE(refusal("{\"sentence\": " + std::string(30'000, '[') + std::string(30'000, ']') + "}"),
            "accepted");
}

class AnswersFileTest : public testing::Test {
 protected:
  std::string refusal_of(const std::filesystem::path& file) {
    try {
      read_answers(file);
    } catch (const AnswersError& error) {
      return error.what();
    }
    return "accepted";
  }
  const std::filesystem::path folder_ = testing::TempDir();
};

TEST_F(AnswersFileTest, AMissingFileAFolderAndAHugeFileAreNamed) {
  const auto missing = temporary_path("no_answers.json");
  EXPECT_EQ(refusal_of(missing), "answers.json (" + missing.string() + "): there is no such file");
  EXPECT_EQ(refusal_of(folder_),
            "answers.json (" + folder_.string() + "): it is not a regular file");

  const auto huge = temporary_path("huge_answers.json");
  std::ofstream(huge) << std::string(100'000'000, ' ');
  EXPECT_EQ(refusal_of(huge),
            "answers.json (" + huge.string() + "): it has more than 65,536 bytes");
  std::filesystem::remove(huge);
}

TEST_F(AnswersFileTest, AReadableFileIsRead) {
  const auto file = temporary_path("answers.json");
  std::ofstream(file) << R"({"predicted_lane_slots": 5})";
  EXPECT_EQ(read_answers(file).predicted_lane_slots, 5u);
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace rowsort
