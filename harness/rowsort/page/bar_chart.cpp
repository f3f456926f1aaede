#include "bar_chart.h"

#include <algorithm>

namespace rowsort::page {
namespace {

constexpr double kWidth = 440;
constexpr double kLeast = 8;  // left of the plot, for half of the mark at 0
constexpr double kBarHeight = 18;
constexpr double kGap = 8;
constexpr double kLabelHeight = 18;  // where labels stand above the bars
constexpr double kTop = 26;
constexpr double kBelow = 44;
constexpr double kTextWidth = 96;  // for the value behind the longest bar

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
    draw_rectangle(drawing, plot.left, y, end, kBarHeight,
                   std::string("bar ") + bar_class(bar.style));
  }
  // Beyond the line at the reference where that would strike the text through.
  const double reference = chart.reference ? scale.at(*chart.reference) : 0;
  if (end < reference && reference < end + kTextWidth) end = reference;
  draw_text(drawing, plot.left + end + 6, text_y, bar.text, {{"class", "value"}});
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
  const double above = kGap + (chart.labels_above ? kLabelHeight : 0);
  const double pitch = above + kBarHeight;
  const double left = chart.labels_above ? kLeast : width_for_labels(chart);
  const PlotArea plot = {left, kTop, kWidth - left - kTextWidth,
                         pitch * static_cast<double>(chart.bars.size()) + kGap};
  const Scale scale = scale_for(chart, plot.width);
  Node drawing = add_drawing(figure, text, kWidth, plot.bottom() + kBelow);
  draw_x_axis(drawing, plot, scale,
              chart.values_name + (scale.is_logarithmic() ? ", logarithmic scale" : ""));
  draw_text(drawing, 0, plot.top - 10, chart.labels_name, {{"class", "label"}});
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
}

}  // namespace rowsort::page
