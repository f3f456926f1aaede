// What the charts draw, read back from the SVG.

#include "rowsort/page/charts.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace rowsort::page {
namespace {

std::vector<pugi::xml_node> all(const pugi::xml_node& node, const std::string& path) {
  const pugi::xpath_node_set found = node.select_nodes(path.c_str());
  std::vector<pugi::xml_node> nodes;
  for (const pugi::xpath_node& one : found) nodes.push_back(one.node());
  return nodes;
}

double width_of(const pugi::xml_node& node) {
  return node.attribute("width").as_double();
}

bool has_text(const pugi::xml_node& node, const std::string& text) {
  return !all(node, ".//text[.='" + text + "']").empty();
}

TEST(LaneDiagram, FilledAndHollowTogetherReachTheLongestLane) {
  pugi::xml_document document;
  std::vector<int> rows(32, 3);
  rows.back() = 419;
  draw_chart(document, {"d", "title", "description"}, LaneChart{rows, 419});
  const auto work = all(document, ".//rect[@class='work']");
  const auto wait = all(document, ".//rect[@class='wait']");
  ASSERT_EQ(work.size(), 32u);
  ASSERT_EQ(wait.size(), 32u);
  EXPECT_NEAR(width_of(work[0]), 360 * 3 / 500.0, 0.01) << "the axis ends at 500 iterations";
  for (std::size_t lane = 0; lane < 32; ++lane) {
    EXPECT_NEAR(width_of(work[lane]) + width_of(wait[lane]), 360 * 419 / 500.0, 0.02) << lane;
  }
  EXPECT_EQ(width_of(wait[31]), 0);
}

TEST(LaneDiagram, TwoDiagramsCanShareAnAxis) {
  pugi::xml_document document;
  draw_chart(document, {"d", "", ""}, LaneChart{std::vector<int>(32, 3), 419});
  EXPECT_NEAR(width_of(all(document, ".//rect[@class='work']")[0]), 360 * 3 / 500.0, 0.01);
}

TEST(LaneDiagram, LanesWithoutARowOnlyWait) {
  pugi::xml_document document;
  draw_chart(document, {"d", "", ""}, LaneChart{std::vector<int>{10, 4}, 0});
  EXPECT_EQ(width_of(all(document, ".//rect[@class='work']")[2]), 0);
  EXPECT_NEAR(width_of(all(document, ".//rect[@class='wait']")[2]), 360, 0.01);
}

TEST(LaneDiagram, AWarpOfEmptyRowsHasNoBars) {
  pugi::xml_document document;
  draw_chart(document, {"d", "", ""}, LaneChart{std::vector<int>(32, 0), 0});
  for (const auto& bar : all(document, ".//rect")) EXPECT_EQ(width_of(bar), 0);
}

TEST(Drawing, IsAnImageWithTitleAndDescriptionForWhoCannotSeeIt) {
  pugi::xml_document document;
  draw_chart(document, {"d", "a title", "a description"}, LaneChart{std::vector<int>(32, 1), 0});
  const pugi::xml_node svg = document.child("svg");
  EXPECT_STREQ(svg.attribute("role").value(), "img");
  EXPECT_STREQ(svg.attribute("aria-labelledby").value(), "d-title d-description");
  EXPECT_STREQ(svg.find_child_by_attribute("id", "d-title").text().get(), "a title");
  EXPECT_STREQ(svg.find_child_by_attribute("id", "d-description").text().get(), "a description");
}

TEST(BarChart, BarsAreInProportionAndSayTheirValue) {
  pugi::xml_document document;
  draw_chart(document, {"d", "", ""},
             BarChart{.bars = {{"unsorted", 400, "four hundred", "unsorted"},
                               {"submitted", 100, "a hundred", "submitted"}},
                      .labels_name = "what",
                      .values_name = "count"});
  const auto bars = all(document, ".//rect");
  ASSERT_EQ(bars.size(), 2u);
  EXPECT_NEAR(width_of(bars[0]), 4 * width_of(bars[1]), 0.05);
  EXPECT_STREQ(bars[0].attribute("class").value(), "bar unsorted");
  for (const char* text : {"unsorted", "four hundred", "what", "count"}) {
    EXPECT_TRUE(has_text(document, text)) << text;
  }
}

TEST(BarChart, AValueThatIsAbsentIsATextAndNoBarOfZero) {
  pugi::xml_document document;
  draw_chart(document, {"d", "", ""},
             BarChart{.bars = {{"measured", std::nullopt, "not measured"}}});
  EXPECT_TRUE(all(document, ".//rect").empty());
  EXPECT_TRUE(has_text(document, "not measured"));
}

TEST(BarChart, IsLogarithmicOnlyWhereValuesDifferMuchAndSaysSo) {
  const auto is_logarithmic = [](double small, double large) {
    pugi::xml_document document;
    draw_chart(document, {"d", "", ""},
               BarChart{.bars = {{"a", small, ""}, {"b", large, ""}, {"empty", 0, ""}},
                        .values_name = "rows",
                        .may_be_logarithmic = true});
    return has_text(document, "rows, logarithmic scale");
  };
  EXPECT_FALSE(is_logarithmic(16'384, 507'904));
  EXPECT_TRUE(is_logarithmic(1, 524'287));
}

TEST(BarChart, LongLabelsOnTheLeftGetTheRoomThatTheyNeed) {
  const auto left_of_bars = [](const std::string& label) {
    pugi::xml_document document;
    draw_chart(document, {"d", "", ""}, BarChart{.bars = {{label, 1, "1"}}, .labels_above = false});
    return all(document, ".//rect").front().attribute("x").as_double();
  };
  EXPECT_GT(left_of_bars("65,536 to 131,071"), 17 * 8);
  EXPECT_LT(left_of_bars("3"), 60);
}

TEST(BarChart, MarksThatLieCloseAreNotAllLabelled) {
  pugi::xml_document document;
  draw_chart(document, {"d", "", ""},
             BarChart{.bars = {{"16,777,216 to 33,554,431", 1, "1"}, {"1", 5'000'000, "5,000,000"}},
                      .labels_above = false,
                      .may_be_logarithmic = true});
  EXPECT_EQ(all(document, ".//g[@class='mark']").size(), 9u) << "0.1 to 10,000,000";
  EXPECT_LE(all(document, ".//g[@class='mark']/text").size(), 4u);
}

TEST(BarChart, TextsStandClearOfTheReferenceLine) {
  pugi::xml_document document;
  draw_chart(document, {"d", "", ""},
             BarChart{.bars = {{"measured", 0.61, "0.61"}, {"slots", 26, "26"}}, .reference = 1});
  const auto line = all(document, ".//line[@class='reference']");
  ASSERT_EQ(line.size(), 1u);
  const auto text = all(document, ".//text[.='0.61']").front();
  EXPECT_GT(text.attribute("x").as_double(), line.front().attribute("x1").as_double());
  EXPECT_LT(text.attribute("x").as_double(), 60) << "but not far away";
}

TEST(StepChart, StepsLieWhereTheirItemsAreAndReachTheirValues) {
  pugi::xml_document document;
  draw_chart(document, {"d", "", ""},
             StepChart{.ranges = {{0, 24}, {25, 99}},
                       .lines = {{{400, 100}, "unsorted"}},
                       .count = 100,
                       .items_name = "warp",
                       .values_name = "loop iterations"});
  // The plot begins at 52 and is 366 wide, its bottom lies at 270 and it is 240 high, up to 400.
  EXPECT_STREQ(document.child("svg").child("path").attribute("d").value(),
               "M52 270V30H143.5V210H418V270");
  EXPECT_TRUE(has_text(document, "warp"));
  EXPECT_TRUE(has_text(document, "loop iterations"));
}

TEST(StepChart, EqualNeighboursAreOneStep) {
  pugi::xml_document document;
  draw_chart(document, {"d", "", ""},
             StepChart{.ranges = {{0, 0}, {1, 1}, {2, 2}}, .lines = {{{5, 5, 5}, ""}}, .count = 3});
  EXPECT_STREQ(document.child("svg").child("path").attribute("d").value(), "M52 270V30H418V270");
}

TEST(StepChart, AStripOfOneBadRowShowsIt) {
  pugi::xml_document document;
  draw_chart(
      document, {"d", "", ""},
      StepChart{
          .ranges = {{0, 9}, {10, 19}}, .lines = {{{0, 1}, "bad"}}, .count = 20, .is_strip = true});
  EXPECT_STREQ(document.child("svg").child("path").attribute("d").value(),
               "M52 86V86H235V30H418V86");
}

// A plot of 100 by 100 units, from 0 to 10 both ways; it begins at 52 and ends at 130.
PointChart point_chart(std::vector<Point> points) {
  const Scale scale = Scale::linear(10, 100);
  return {.x = {scale, "x"}, .y = {scale, "y"}, .points = std::move(points)};
}

TEST(PointChart, PointsLieWhereTheirValuesAre) {
  pugi::xml_document document;
  draw_chart(document, {"d", "", ""},
             point_chart({{.x = 0, .y = 0}, {.x = 5, .y = 10, .series = 1, .row = "7"}}));
  const auto points = all(document, ".//g[@class='points']/path");
  ASSERT_EQ(points.size(), 2u);
  EXPECT_STREQ(points[0].attribute("transform").value(), "translate(52 130)");
  EXPECT_STREQ(points[1].attribute("transform").value(), "translate(102 30)");
  EXPECT_STREQ(points[1].attribute("class").value(), "series-1");
  EXPECT_STREQ(points[1].attribute("data-row").value(), "7");
  EXPECT_STRNE(points[0].attribute("d").value(), points[1].attribute("d").value());
}

TEST(PointChart, AnIntervalReachesItsEndsAndLeavesTheSymbolOpen) {
  pugi::xml_document document;
  draw_chart(document, {"d", "", ""},
             point_chart({{.x = 5, .y = 5, .interval = Interval{2, 9}, .hollow = true},
                          {.x = 5, .y = 5, .interval = Interval{4.9, 5.1}}}));
  const auto points = all(document, ".//g[@class='points']/path");
  ASSERT_EQ(points.size(), 2u);
  EXPECT_STREQ(points[0].attribute("class").value(), "series-0 hollow");
  EXPECT_EQ(points[0].attribute("d").value(), symbol_path(0) + "M0-4V-40M0 4V30");
  EXPECT_EQ(points[1].attribute("d").value(), symbol_path(0)) << "it lies within the symbol";
}

TEST(PointChart, JoinsThePointsOfOneSeries) {
  pugi::xml_document document;
  PointChart chart = point_chart({{.x = 0, .y = 0, .title = "run 1"},
                                  {.x = 0, .y = 5, .series = 1},
                                  {.x = 10, .y = 10},
                                  {.x = 10, .y = 5, .series = 1}});
  chart.joined = true;
  draw_chart(document, {"d", "", ""}, chart);
  const auto curves = all(document, ".//path[starts-with(@class, 'curve')]");
  ASSERT_EQ(curves.size(), 2u);
  EXPECT_STREQ(curves[0].attribute("d").value(), "M52 130L152 30");
  EXPECT_STREQ(curves[1].attribute("class").value(), "curve series-1");
  EXPECT_EQ(all(document, ".//path/title[.='run 1']").size(), 1u);
}

TEST(Legend, HasABoxForEverySeries) {
  pugi::xml_document document;
  add_legend(document, "GPU models", {"NVIDIA H200", "Tesla T4"});
  EXPECT_EQ(all(document, ".//label[bdi='Tesla T4']/input[@value='Tesla T4']").size(), 1u);
  EXPECT_EQ(all(document, ".//label/svg[@class='symbol series-1']").size(), 1u);
}

}  // namespace
}  // namespace rowsort::page
