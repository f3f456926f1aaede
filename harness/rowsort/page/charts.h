#pragma once

#include "rowsort/measure/statistics.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "drawing.h"
#include "warps.h"

/// The charts of both pages.
namespace rowsort::page {

struct Bar {
  std::string label;
  std::optional<double> value;    ///< absent: `text` is where the bar would begin
  std::string text;               ///< the value as it is written behind the bar
  std::string classes = "plain";  ///< or "unsorted": hatched, "submitted": filled
};

/// Horizontal bars below each other.
struct BarChart {
  std::vector<Bar> bars = {};
  std::string labels_name = {};          ///< what the bars' labels are, with their unit
  std::string values_name = {};          ///< what the values are, with their unit
  bool labels_above = true;              ///< else on the left, for labels of a few characters
  bool whole_values = true;              ///< counts: no marks between whole numbers
  bool may_be_logarithmic = false;       ///< where values differ by more than kLogarithmicFrom
  std::optional<double> reference = {};  ///< a value that is marked through all bars
};

inline constexpr double kLogarithmicFrom = 50;

/// One line of a step chart: a value for each range of items.
struct Steps {
  std::vector<int> values;
  std::string classes;  ///< "unsorted": hatched down to the axis; "submitted": a heavy line
};

/// Values of neighbouring items over their number, from 0 to `count`, all lines on the same axes.
struct StepChart {
  std::vector<Range> ranges = {};
  std::vector<Steps> lines = {};  ///< the later ones lie above the earlier ones
  std::size_t count = 0;
  std::string items_name = {};
  std::string values_name = {};
  bool is_strip = false;  ///< low
};

/// The 32 lanes of one warp as bars in loop iterations: filled where the lane has a nonzero, hollow
/// where it waits for the longest lane. page.js redraws it: 32 rectangles of the class "work" and
/// 32 of the class "wait", in the order of the lanes.
struct LaneChart {
  std::span<const int>
      rows;         ///< lengths; a partial last warp has fewer than 32, the rest only wait
  int longest = 0;  ///< the axis reaches at least this far: two charts can share an axis
};

/// The axis of a lane chart whose longest row has this length.
Scale lane_scale(int longest);

struct Point {
  double x = 0;
  double y = 0;
  std::size_t series = 0;              ///< gives colour and symbol
  std::optional<Interval> interval{};  ///< drawn as a bar through the point
  bool hollow = false;
  std::string row = {};    ///< its data-row, by which a script knows it
  std::string title = {};  ///< the text shown when it is pointed at
};

/// A line in values of the axes.
struct Line {
  double x1 = 0;
  double y1 = 0;
  double x2 = 0;
  double y2 = 0;
  std::string classes;
};

/// Points of several series, each alone or joined with the next one of its series. The lengths of
/// both scales are the size of the plot.
struct PointChart {
  Axis x;
  Axis y;
  std::vector<Point> points = {};
  std::vector<Line> lines = {};  ///< below the points
  bool joined = false;
};

/// Each draws a chart into a figure and gives the drawing.
Node draw_chart(Node figure, const DrawingText& text, const BarChart& chart);
Node draw_chart(Node figure, const DrawingText& text, const StepChart& chart);
Node draw_chart(Node figure, const DrawingText& text, const LaneChart& chart);
Node draw_chart(Node figure, const DrawingText& text, const PointChart& chart);

/// A figure with a chart, and its description as the caption.
template <typename Chart>
Node add_chart(Node section, const DrawingText& text, const Chart& chart) {
  Node figure = add(section, "figure");
  draw_chart(figure, text, chart);
  add_text(figure, "figcaption", text.description);
  return figure;
}

}  // namespace rowsort::page
