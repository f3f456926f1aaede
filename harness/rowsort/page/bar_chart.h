#pragma once

#include <optional>
#include <string>
#include <vector>

#include "drawing.h"

namespace rowsort::page {

enum class BarStyle { kPlain, kUnsorted, kSubmitted };

/// The class of what is drawn in this style: hatched for the unsorted order, filled otherwise.
const char* bar_class(BarStyle style);

struct Bar {
  std::string label;
  std::optional<double> value;  ///< absent: `text` stands where the bar would begin
  std::string text;             ///< the value as it is written behind the bar
  BarStyle style = BarStyle::kPlain;
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

void draw_bar_chart(Node figure, const DrawingText& text, const BarChart& chart);

}  // namespace rowsort::page
