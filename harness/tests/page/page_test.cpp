#include "rowsort/page/page.h"

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <system_error>

#include "../temporary_path.h"
#include "sample_run.h"
#include <gtest/gtest.h>
#include <pugixml.hpp>

namespace rowsort {
namespace {

using page::sample_run;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// The page's elements; the document is well-formed XML too.
pugi::xml_document parsed(const GradedRun& run) {
  pugi::xml_document document;
  const std::string text = html_page(run);
  const auto result = document.load_buffer(text.data(), text.size(),
                                           pugi::parse_default | pugi::parse_ws_pcdata_single);
  EXPECT_TRUE(result) << result.description() << " at " << result.offset;
  return document;
}

std::string text_of(const pugi::xml_document& document, const std::string& path) {
  return document.select_node(path.c_str()).node().text().get();
}

bool has_section(const pugi::xml_document& document, const std::string& id) {
  return !document.select_nodes(("//section[@id='" + id + "']").c_str()).empty();
}

std::string paragraph_of(const pugi::xml_document& document, const std::string& section) {
  return text_of(document, "//section[@id='" + section + "']/p");
}

std::string caption_of(const pugi::xml_document& document, const std::string& drawing) {
  return text_of(document, "//figure[svg/@id='" + drawing + "']/figcaption");
}

TEST(Page, ShowsEveryFigureOfARunThatPassed) {
  const pugi::xml_document document = parsed(sample_run());
  for (const char* id : {"lanes-unsorted", "lanes-submitted", "row-length-bars", "trip-steps",
                         "count-bars", "ratio-bars"}) {
    EXPECT_FALSE(
        document.select_nodes(("//figure/svg[@id='" + std::string(id) + "']").c_str()).empty())
        << id;
  }
  EXPECT_EQ(paragraph_of(document, "bad-rows"), "All 2,048 rows match the CPU.");
}

TEST(Page, EveryFigureHasACaptionAndATableOrADescription) {
  const pugi::xml_document document = parsed(sample_run());
  for (const pugi::xpath_node& figure : document.select_nodes("//figure")) {
    EXPECT_STRNE(figure.node().child("figcaption").text().get(), "");
    EXPECT_STRNE(figure.node().child("svg").child("desc").text().get(), "");
  }
}

TEST(Page, TheSubmittedWarpIsTheOneThatHoldsTheLongestRowOfTheFirstUnsortedWarp) {
  GradedRun run = sample_run();
  std::reverse(run.order.begin(), run.order.end());  // rising: row 31 comes near the end
  const pugi::xml_document document = parsed(run);
  EXPECT_EQ(text_of(document, "//*[@id='lanes-unsorted-numbers']"),
            "Warp 0: 13,408 lane-slots issued, 512 of them useful (3.8%)");
  EXPECT_EQ(text_of(document, "//*[@id='lanes-submitted-numbers']"),
            "Warp 63: 13,408 lane-slots issued, 13,408 of them useful (100.0%)");
}

TEST(Page, WithoutAPermutationOnlyTheUnsortedOrderIsDrawn) {
  GradedRun run = sample_run();
  run.order.clear();
  run.grade.lane_slots.submitted.reset();
  run.grade.ratio.predicted.reset();
  const pugi::xml_document document = parsed(run);
  EXPECT_TRUE(document.select_nodes("//svg[@id='lanes-submitted']").empty());
  EXPECT_TRUE(contains(paragraph_of(document, "lanes"), "the check order did not pass"));
  EXPECT_EQ(document.select_nodes("//svg[@id='trip-steps']/path").size(), 1u);
}

TEST(Page, BadRowsAreShownInBothOrdersWithTheirPlaces) {
  GradedRun run = sample_run();
  run.bad_rows = {31, 63};
  run.grade.bad_rows = 2;
  run.grade.checks.back() = {"all_rows", CheckStatus::kFail, 0, 1, "row 31 is 1, not 2"};
  const pugi::xml_document document = parsed(run);
  EXPECT_EQ(paragraph_of(document, "bad-rows"), "row 31 is 1, not 2");
  EXPECT_EQ(caption_of(document, "bad-rows-original"),
            "In the original row order: 2 bad rows of 2,048, first at 31, last at 63.");
  EXPECT_EQ(caption_of(document, "bad-rows-submitted"),
            "In the submitted order: 2 bad rows of 2,048, first at 0, last at 1.");
}

TEST(Page, AKernelThatFailedHasItsMessageInPlaceOfBadRows) {
  GradedRun run = sample_run();
  run.grade.checks.back() = {"all_rows", CheckStatus::kFail, 0, 1, "the kernel crashed"};
  run.grade.rows_compared = 0;
  const pugi::xml_document document = parsed(run);
  EXPECT_EQ(paragraph_of(document, "bad-rows"), "the kernel crashed");
  EXPECT_TRUE(document.select_nodes("//section[@id='bad-rows']//svg").empty());
}

TEST(Page, SaysThatSlotsFallAndSectorsDoNotWhereBothWereCounted) {
  GradedRun run = sample_run();
  run.grade.memory.unsorted = MemoryCounts{20'627'456, 22'003'712, 16'384, 65'536};
  run.grade.memory.submitted = MemoryCounts{819'200, 22'123'008, 16'384, 65'536};
  run.grade.lane_slots.executed = 777;
  run.grade.ratio.predicted_by_sectors = 22'003'712.0 / 22'123'008.0;
  const pugi::xml_document document = parsed(run);
  EXPECT_EQ(
      paragraph_of(document, "traffic"),
      "From the unsorted to the submitted order lane-slots fall 26.19 times, while load sectors "
      "do not fall (ratio 0.99).");
  EXPECT_EQ(document.select_nodes("//svg[@id='count-bars']/rect").size(), 5u);
  EXPECT_FALSE(contains(caption_of(document, "count-bars"), "not counted"));
  const std::string text = html_page(run);
  for (const char* number : {"22,003,712", "22,123,008", "20,627,456", "819,200", ">777<"}) {
    EXPECT_TRUE(contains(text, number)) << number;
  }
}

TEST(Page, SaysWhySectorsAndAMeasuredRatioAreMissing) {
  GradedRun run = sample_run();
  run.grade.memory.not_counted_because = "tracing is off";
  const pugi::xml_document document = parsed(run);
  EXPECT_TRUE(
      contains(caption_of(document, "count-bars"), "Sectors were not counted: tracing is off."));
  EXPECT_TRUE(contains(caption_of(document, "ratio-bars"),
                       "Time was not measured: the CPU device runs a kernel"));
}

TEST(Page, TheMeasuredRatioHasItsIntervalAndItsVerdict) {
  GradedRun run = sample_run();
  run.grade.ratio.measured = 1.23;
  run.grade.timing.emplace();
  Measurement& measurement = run.grade.timing->measurement;
  measurement.pairs = 60;
  measurement.ratio = 1.23;
  measurement.interval = Interval{1.222, 1.237};
  EXPECT_TRUE(contains(caption_of(parsed(run), "ratio-bars"),
                       "Measured over 60 pairs of runs, 95% interval 1.222 to 1.237."));
  measurement.inconclusive_because = "the GPU is throttled";
  EXPECT_TRUE(contains(caption_of(parsed(run), "ratio-bars"),
                       "1.237; inconclusive: the GPU is throttled."));
}

TEST(Page, AnOrderThatSavesNothingIsNotSaidToSave) {
  GradedRun run = sample_run();
  run.grade.ratio.predicted = 1;
  EXPECT_TRUE(contains(paragraph_of(parsed(run), "traffic"), "lane-slots do not fall"));
}

TEST(Page, DoesNotGiveTheFewestLaneSlotsAway) {
  GradedRun run = sample_run();
  run.grade.matrix.nonzeros = 1;  // for the lesson's matrices the same number
  run.grade.lane_slots.submitted = run.grade.lane_slots.unsorted;
  std::iota(run.order.begin(), run.order.end(), 0);
  run.grade.lane_slots.minimum = 987'654'321;
  EXPECT_FALSE(contains(html_page(run), "987,654,321"));
}

TEST(Page, AMatrixWithoutRowsAndAnErrorBeforeTheFirstCheckHaveAPageToo) {
  GradedRun run;
  run.grade.submission = "sample";
  run.grade.error = GradeError{"infrastructure", "no NVIDIA driver was found"};
  const pugi::xml_document document = parsed(run);
  EXPECT_EQ(text_of(document, "//p[@class='verdict fail']/bdi"),
            "ERROR: no NVIDIA driver was found");
  EXPECT_FALSE(has_section(document, "row-lengths"));
  EXPECT_FALSE(has_section(document, "checks"));
}

TEST(Page, TextOfASubmissionIsTextWhateverItHolds) {
  const std::string hostile =
      "</script><script>alert(1)</script>\"'><img src=x "
      "onerror=alert(1)>&lt;\x01\xff\xe2\x80\xae]]>";
  GradedRun run = sample_run();
  run.grade.submission = hostile;
  run.grade.matrix.name = hostile;
  run.grade.device_note = hostile;
  run.grade.device->name = hostile;
  run.grade.answers = Answers{hostile, std::nullopt, std::nullopt, hostile, hostile};
  run.grade.ratio.not_measured_because = hostile;
  for (CheckResult& check : run.grade.checks) check.message = hostile;
  run.grade.checks.back().status = CheckStatus::kFail;
  const std::string text = html_page(run);
  EXPECT_FALSE(contains(text, "<script>alert"));
  EXPECT_FALSE(contains(text, "<img"));
  EXPECT_FALSE(contains(text, "\x01"));
  EXPECT_FALSE(contains(text, "\xff\xe2"));
  EXPECT_FALSE(contains(text, "\xe2\x80\xae"));
  const pugi::xml_document document = parsed(run);
  const std::string shown =
      "</script><script>alert(1)</script>\"'><img src=x onerror=alert(1)>&lt;"
      "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd]]>";
  EXPECT_EQ(text_of(document, "//blockquote/bdi"), shown);
  EXPECT_EQ(text_of(document, "//title"), shown + " on " + shown);
  EXPECT_EQ(document.select_nodes("//script").size(), 3u) << "two of data and the page's own";
}

TEST(Page, NamesNoAddressAndItsPolicyForbidsAllRequests) {
  const std::string text = html_page(sample_run());
  EXPECT_FALSE(contains(text, "http:"));
  EXPECT_FALSE(contains(text, "https:"));
  EXPECT_FALSE(contains(text, "src="));
  const pugi::xml_document document = parsed(sample_run());
  const std::string policy =
      document.select_node("//meta[@http-equiv]/@content").attribute().value();
  EXPECT_EQ(policy.rfind("default-src 'none'; base-uri 'none'; form-action 'none'; ", 0), 0u);
  EXPECT_FALSE(contains(policy, "unsafe"));
}

TEST(Page, StaysBelowAMegabyteForAMatrixWhoseWarpsAllDiffer) {
  GradedRun run = sample_run();
  std::mt19937 random(37);
  run.row_lengths.resize(524'288);
  for (int& length : run.row_lengths) length = static_cast<int>(random() % 100'000);
  run.order.resize(run.row_lengths.size());
  std::iota(run.order.begin(), run.order.end(), 0);
  std::shuffle(run.order.begin(), run.order.end(), random);
  for (int row = 0; row < 524'288; row += 3) run.bad_rows.push_back(row);
  run.grade.checks.back().status = CheckStatus::kFail;
  run.grade.matrix.rows = run.row_lengths.size();
  EXPECT_LT(html_page(run).size(), 1'000'000u);
}

TEST(WritePage, WritesThePageAndNamesAFileThatItCannotWrite) {
  const auto file = temporary_path("write_page_test.html");
  write_page(sample_run(), file);
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  std::filesystem::remove(file);
  EXPECT_EQ(text.str(), html_page(sample_run()));
  EXPECT_THROW(write_page(sample_run(), "/nonexistent/page.html"), std::system_error);
}

}  // namespace
}  // namespace rowsort
