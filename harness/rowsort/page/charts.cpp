#include "charts.h"

#include "rowsort/matrix/exact_inputs.h"

#include <algorithm>
#include <map>

namespace rowsort::page {
namespace {

constexpr double kWidth = 440;
constexpr double kTop = 30;
constexpr double kBelow = 46;  // for the marks of the x axis and its name

// Bars.
constexpr double kLeast = 8;  // left of the plot, for half of the mark at 0
constexpr double kBarHeight = 18;
constexpr double kGap = 8;
constexpr double kLabelHeight = 18;  // where labels are above the bars
constexpr double kTextWidth = 96;    // for the value behind the longest bar

// Lanes.
constexpr double kPitch = 11;
constexpr double kLaneHeight = 8;
constexpr PlotArea kLanes = {40, kTop, 360, kPitch* static_cast<double>(kWarpSize)};

constexpr double kMarksLeft = 52;  // of a plot whose y axis has marks
constexpr double kRight = 22;
constexpr double kStepHeight = 240;
constexpr double kStripHeight = 56;

Scale scale_for(const BarChart& chart, double length) {
  double smallest = 0;
  double largest = chart.reference.value_or(0);
  for (const Bar& bar : chart.bars) {
    const double value = bar.value.value_or(0);
    largest = std::max(largest, value);
    if (value > 0) smallest = smallest > 0 ? std::min(smallest, value) : value;
  }
  if (chart.may_be_logarithmic && smallest > 0 && largest > kLogarithmicFrom * smallest) {
    return Scale::logarithmic(smallest, largest, length);
  }
  return Scale::linear(largest, length, chart.whole_values);
}

// Fonts differ; this is a wide one's width of a digit.
double width_for_labels(const BarChart& chart) {
  constexpr double kCharacterWidth = 8.3;
  std::size_t longest = 0;
  for (const Bar& bar : chart.bars) longest = std::max(longest, bar.label.size());
  return kCharacterWidth * static_cast<double>(std::max<std::size_t>(longest, 5)) + 10;
}

void draw_bar(Node drawing, const PlotArea& plot, const Scale& scale, const BarChart& chart,
              const Bar& bar, double y) {
  const double text_y = y + kBarHeight - 4;
  if (!chart.labels_above) {
    draw_text(drawing, plot.left - 8, text_y, bar.label, {{"text-anchor", "end"}});
  } else {
    draw_text(drawing, plot.left + 4, y - 5, bar.label);
  }
  double end = 0;
  if (bar.value) {
    end = scale.at(*bar.value);
    draw_rectangle(drawing, plot.left, y, end, kBarHeight, "bar " + bar.classes);
  }
  // Beyond the line at the reference where that would strike the text through.
  const double reference = chart.reference ? scale.at(*chart.reference) : 0;
  if (end < reference && reference < end + kTextWidth) end = reference;
  draw_text(drawing, plot.left + end + 6, text_y, bar.text, {{"class", "value"}});
}

std::string path_of(const PlotArea& plot, const Scale& x, const Scale& y,
                    const std::vector<Range>& ranges, const std::vector<int>& values) {
  std::string path = "M" + coordinate(plot.left) + " " + coordinate(plot.bottom());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i == 0 || values[i] != values[i - 1]) {
      path += "V" + coordinate(plot.bottom() - y.at(values[i]));
    }
    if (i + 1 == values.size() || values[i] != values[i + 1]) {
      path += "H" + coordinate(plot.left + x.at(static_cast<double>(ranges[i].last + 1)));
    }
  }
  return path + "V" + coordinate(plot.bottom());
}

std::string place(double x, double y) {
  return coordinate(x, 1) + " " + coordinate(y, 1);
}

// From the symbol's edge to both ends, so that a hollow symbol stays hollow.
std::string interval_path(double below, double above) {
  constexpr double kRadius = 4;
  std::string path;
  if (above > kRadius) path += "M0-4V" + coordinate(-above, 1);
  if (below > kRadius) path += "M0 4V" + coordinate(below, 1);
  return path;
}

void draw_point(Node points, const PlotArea& plot, const PointChart& chart, const Point& point) {
  const double y = chart.y.scale.at(point.y);
  std::string path = symbol_path(point.series);
  if (point.interval) {
    path += interval_path(y - chart.y.scale.at(point.interval->low),
                          chart.y.scale.at(point.interval->high) - y);
  }
  const std::string at = place(plot.left + chart.x.scale.at(point.x), plot.bottom() - y);
  Node node = add(points, "path",
                  {{"class", series_class(point.series) + (point.hollow ? " hollow" : "")},
                   {"transform", "translate(" + at + ")"},
                   {"d", path}});
  if (!point.row.empty()) node.append_attribute("data-row").set_value(point.row.c_str());
  if (!point.title.empty()) add_text(node, "title", point.title);
}

void draw_curves(Node drawing, const PlotArea& plot, const PointChart& chart) {
  std::map<std::size_t, std::string> paths;
  for (const Point& point : chart.points) {
    std::string& path = paths[point.series];
    path += (path.empty() ? "M" : "L") +
            place(plot.left + chart.x.scale.at(point.x), plot.bottom() - chart.y.scale.at(point.y));
  }
  for (const auto& [series, path] : paths) {
    add(drawing, "path", {{"class", "curve " + series_class(series)}, {"d", path}});
  }
}

}  // namespace

Node draw_chart(Node figure, const DrawingText& text, const BarChart& chart) {
  const double above = kGap + (chart.labels_above ? kLabelHeight : 0);
  const double pitch = above + kBarHeight;
  const double left = chart.labels_above ? kLeast : width_for_labels(chart);
  const PlotArea plot = {left, kTop, kWidth - left - kTextWidth,
                         pitch * static_cast<double>(chart.bars.size()) + kGap};
  const Scale scale = scale_for(chart, plot.width);
  Node drawing = add_drawing(figure, text, kWidth, plot.bottom() + kBelow);
  draw_x_axis(drawing, plot,
              {scale, chart.values_name + (scale.is_logarithmic() ? ", logarithmic scale" : "")});
  draw_text(drawing, 0, plot.top - 12, chart.labels_name, {{"class", "label"}});
  if (chart.reference) {
    const double x = plot.left + scale.at(*chart.reference);
    draw_line(drawing, x, plot.top, x, plot.bottom(), "reference");
  }
  double y = plot.top + above;
  for (const Bar& bar : chart.bars) {
    draw_bar(drawing, plot, scale, chart, bar, y);
    y += pitch;
  }
  draw_line(drawing, plot.left, plot.top, plot.left, plot.bottom(), "axis");
  return drawing;
}

Node draw_chart(Node figure, const DrawingText& text, const StepChart& chart) {
  const PlotArea plot = {kMarksLeft, kTop, kWidth - kMarksLeft - kRight,
                         chart.is_strip ? kStripHeight : kStepHeight};
  int largest = 1;
  for (const Steps& line : chart.lines) {
    for (const int value : line.values) largest = std::max(largest, value);
  }
  // Items need not end at a mark: the axis is as long as there are items.
  const Scale x = Scale::between(0, static_cast<double>(chart.count), plot.width);
  const Scale y = Scale::linear(largest, plot.height);
  Node drawing = add_drawing(figure, text, kWidth, plot.bottom() + kBelow);
  draw_x_axis(drawing, plot, {x, chart.items_name});
  draw_y_axis(drawing, plot, {y, chart.values_name});
  for (const Steps& line : chart.lines) {
    add(drawing, "path",
        {{"class", "steps " + line.classes},
         {"d", path_of(plot, x, y, chart.ranges, line.values)}});
  }
  return drawing;
}

Scale lane_scale(int longest) {
  return Scale::linear(longest, kLanes.width);
}

Node draw_chart(Node figure, const DrawingText& text, const LaneChart& chart) {
  const int trips = *std::max_element(chart.rows.begin(), chart.rows.end());
  const Scale scale = lane_scale(std::max(trips, chart.longest));
  Node drawing = add_drawing(figure, text, kLanes.right() + kRight, kLanes.bottom() + kBelow);
  drawing.append_attribute("class").set_value("lanes");
  draw_x_axis(drawing, kLanes, {scale, "loop iterations"});
  draw_text(drawing, 0, kLanes.top - 12, "lane", {{"class", "label"}});
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
    const double y = kLanes.top + kPitch * static_cast<double>(lane) + (kPitch - kLaneHeight) / 2;
    const double work = lane < chart.rows.size() ? scale.at(chart.rows[lane]) : 0;
    draw_rectangle(drawing, kLanes.left, y, work, kLaneHeight, "work");
    draw_rectangle(drawing, kLanes.left + work, y, scale.at(trips) - work, kLaneHeight, "wait");
    if (lane % 4 == 0 || lane == kWarpSize - 1) {
      draw_text(drawing, kLanes.left - 7, y + kLaneHeight, std::to_string(lane),
                {{"text-anchor", "end"}});
    }
  }
  draw_line(drawing, kLanes.left, kLanes.top, kLanes.left, kLanes.bottom(), "axis");
  return drawing;
}

Node draw_chart(Node figure, const DrawingText& text, const PointChart& chart) {
  const Scale& x = chart.x.scale;
  const Scale& y = chart.y.scale;
  const PlotArea plot = {kMarksLeft, kTop, x.length(), y.length()};
  Node drawing = add_drawing(figure, text, plot.right() + kRight, plot.bottom() + kBelow);
  draw_x_axis(drawing, plot, chart.x);
  draw_y_axis(drawing, plot, chart.y);
  for (const Line& line : chart.lines) {
    draw_line(drawing, plot.left + x.at(line.x1), plot.bottom() - y.at(line.y1),
              plot.left + x.at(line.x2), plot.bottom() - y.at(line.y2), line.classes);
  }
  if (chart.joined) draw_curves(drawing, plot, chart);
  Node points = add(drawing, "g", {{"class", "points"}});
  for (const Point& point : chart.points) draw_point(points, plot, chart, point);
  return drawing;
}

}  // namespace rowsort::page
