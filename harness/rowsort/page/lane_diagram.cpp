#include "lane_diagram.h"

#include "rowsort/matrix/exact_inputs.h"

#include <algorithm>

namespace rowsort::page {
namespace {

// page.js knows left and width of the plot.
constexpr double kPitch = 11;
constexpr double kBarHeight = 8;
constexpr PlotArea kPlot = {40, 28, 360, kPitch* static_cast<double>(kWarpSize)};
constexpr double kWidth = 420;
constexpr double kBelow = 44;

bool has_label(std::size_t lane) {
  return lane % 4 == 0 || lane == kWarpSize - 1;
}

}  // namespace

void draw_lane_diagram(Node figure, const DrawingText& text, std::span<const int> rows,
                       int longest) {
  const int trips = *std::max_element(rows.begin(), rows.end());
  const Scale scale = Scale::linear(std::max(trips, longest), kPlot.width);
  Node drawing = add_drawing(figure, text, kWidth, kPlot.bottom() + kBelow);
  drawing.append_attribute("class").set_value("lanes");
  draw_x_axis(drawing, kPlot, scale, "loop iterations");
  draw_text(drawing, 0, kPlot.top - 12, "lane", {{"class", "label"}});
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
    const double y = kPlot.top + kPitch * static_cast<double>(lane) + (kPitch - kBarHeight) / 2;
    const double work = lane < rows.size() ? scale.at(rows[lane]) : 0;
    draw_rectangle(drawing, kPlot.left, y, work, kBarHeight, "work");
    draw_rectangle(drawing, kPlot.left + work, y, scale.at(trips) - work, kBarHeight, "wait");
    if (has_label(lane)) {
      draw_text(drawing, kPlot.left - 7, y + kBarHeight, std::to_string(lane),
                {{"text-anchor", "end"}});
    }
  }
  draw_line(drawing, kPlot.left, kPlot.top, kPlot.left, kPlot.bottom(), "axis");
}

}  // namespace rowsort::page
