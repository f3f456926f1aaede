#pragma once

#include <span>
#include <string>
#include <vector>

#include "drawing.h"
#include "warps.h"

namespace rowsort::page {

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
  bool is_strip = false;  ///< low, with only the largest value marked
};

void draw_step_chart(Node figure, const DrawingText& text, const StepChart& chart);

}  // namespace rowsort::page
