#include "step_chart.h"

#include <algorithm>

namespace rowsort::page {
namespace {

constexpr double kWidth = 440;
constexpr double kLeft = 52;
constexpr double kRight = 22;
constexpr double kTop = 30;
constexpr double kBelow = 44;
constexpr double kHeight = 240;
constexpr double kStripHeight = 56;

int largest_value(const StepChart& chart) {
  int largest = 0;
  for (const Steps& line : chart.lines) {
    for (const int value : line.values) largest = std::max(largest, value);
  }
  return largest;
}

// Items need not end at a mark: the axis is as long as there are items.
double x_of(const PlotArea& plot, const StepChart& chart, std::size_t item) {
  return plot.left + plot.width * static_cast<double>(item) / static_cast<double>(chart.count);
}

std::string path_of(const PlotArea& plot, const StepChart& chart, const Scale& scale,
                    const std::vector<int>& values) {
  std::string path = "M" + coordinate(plot.left) + " " + coordinate(plot.bottom());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i == 0 || values[i] != values[i - 1]) {
      path += "V" + coordinate(plot.bottom() - scale.at(values[i]));
    }
    if (i + 1 == values.size() || values[i] != values[i + 1]) {
      path += "H" + coordinate(x_of(plot, chart, chart.ranges[i].last + 1));
    }
  }
  return path + "V" + coordinate(plot.bottom());
}

void draw_item_axis(Node drawing, const PlotArea& plot, const StepChart& chart) {
  const Scale marks = Scale::linear(static_cast<double>(chart.count), plot.width);
  for (const double value : marks.marks()) {
    if (value > static_cast<double>(chart.count)) continue;
    const double x = x_of(plot, chart, static_cast<std::size_t>(value));
    draw_line(drawing, x, plot.bottom(), x, plot.bottom() + 4, "axis");
    draw_text(drawing, x, plot.bottom() + 17, mark_label(value), {{"text-anchor", "middle"}});
  }
  draw_line(drawing, plot.left, plot.bottom(), plot.right(), plot.bottom(), "axis");
  draw_text(drawing, plot.left + plot.width / 2, plot.bottom() + 36, chart.items_name,
            {{"text-anchor", "middle"}, {"class", "label"}});
}

}  // namespace

void draw_step_chart(Node figure, const DrawingText& text, const StepChart& chart) {
  const PlotArea plot = {kLeft, kTop, kWidth - kLeft - kRight,
                         chart.is_strip ? kStripHeight : kHeight};
  const int largest = std::max(1, largest_value(chart));
  const Scale scale =
      chart.is_strip ? Scale::up_to(largest, plot.height) : Scale::linear(largest, plot.height);
  Node drawing = add_drawing(figure, text, kWidth, plot.bottom() + kBelow);
  draw_y_axis(drawing, plot, scale, chart.values_name);
  for (const Steps& line : chart.lines) {
    add(drawing, "path",
        {{"class", "steps " + line.classes}, {"d", path_of(plot, chart, scale, line.values)}});
  }
  draw_item_axis(drawing, plot, chart);
}

}  // namespace rowsort::page
