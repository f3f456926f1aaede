#include "bar_chart.h"

#include <algorithm>

namespace rowsort::page {
namespace {

constexpr double kWidth = 560;
constexpr double kBarHeight = 20;
constexpr double kPitch = 28;
constexpr double kTop = 26;
constexpr double kBelow = 44;
constexpr double kTextWidth = 100;  // for the value behind the longest bar

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

}  // namespace

const char* bar_class(BarStyle style) {
  switch (style) {
    case BarStyle::kUnsorted:
      return "unsorted";
    case BarStyle::kSubmitted:
      return "submitted";
    case BarStyle::kPlain:
      break;
  }
  return "plain";
}

void draw_bar_chart(Node figure, const DrawingText& text, const BarChart& chart) {
  const double height = kPitch * static_cast<double>(chart.bars.size());
  const PlotArea plot = {chart.label_width, kTop, kWidth - chart.label_width - kTextWidth, height};
  const Scale scale = scale_for(chart, plot.width);
  Node drawing = add_drawing(figure, text, kWidth, kTop + height + kBelow);
  draw_x_axis(drawing, plot, scale,
              chart.values_name + (scale.is_logarithmic() ? ", logarithmic scale" : ""));
  draw_text(drawing, plot.left - 8, plot.top - 8, chart.labels_name,
            {{"text-anchor", "end"}, {"class", "label"}});
  double y = plot.top + (kPitch - kBarHeight) / 2;
  for (const Bar& bar : chart.bars) {
    const double length = bar.value ? scale.at(*bar.value) : 0;
    draw_text(drawing, plot.left - 8, y + 15, bar.label, {{"text-anchor", "end"}});
    if (bar.value) {
      draw_rectangle(drawing, plot.left, y, length, kBarHeight,
                     std::string("bar ") + bar_class(bar.style));
    }
    draw_text(drawing, plot.left + length + 6, y + 15, bar.text, {{"class", "value"}});
    y += kPitch;
  }
  draw_line(drawing, plot.left, plot.top, plot.left, plot.bottom(), "axis");
  if (chart.reference) {
    const double x = plot.left + scale.at(*chart.reference);
    draw_line(drawing, x, plot.top, x, plot.bottom(), "reference");
  }
}

}  // namespace rowsort::page
