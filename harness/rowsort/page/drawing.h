#pragma once

#include <string>
#include <vector>

#include "markup.h"
#include "scale.h"

/// The parts of every chart: drawing, axes, symbols, legend.
namespace rowsort::page {

struct DrawingText {
  std::string id;           ///< unique in the page
  std::string title;        ///< what it shows, in a few words
  std::string description;  ///< what is to be seen in it: the text alternative
};

/// An SVG of `width` by `height` units; a unit is about a pixel where there is room. Its first
/// children are title and description.
Node add_drawing(Node figure, const DrawingText& text, double width, double height);

/// Where a drawing's data lies, inside margins that hold the axes' marks and names.
struct PlotArea {
  double left = 0;
  double top = 0;
  double width = 0;
  double height = 0;

  double bottom() const { return top + height; }
  double right() const { return left + width; }
};

struct Axis {
  Scale scale;
  std::string name;                           ///< with the unit
  std::string (*label)(double) = mark_label;  ///< how a mark is written
};

/// Marks, grid lines and name below the plot. A script may replace the children of <g
/// class="marks">: each is a <g class="mark"> with a line and, where there is room, a text.
void draw_x_axis(Node drawing, const PlotArea& plot, const Axis& axis);

/// Marks and grid lines on the left, the name above.
void draw_y_axis(Node drawing, const PlotArea& plot, const Axis& axis);

/// A text at this place; `attributes` add class or anchor.
Node draw_text(Node drawing, double x, double y, const std::string& text,
               std::initializer_list<Attribute> attributes = {});

Node draw_rectangle(Node drawing, double x, double y, double width, double height,
                    const std::string& classes);

void draw_line(Node drawing, double x1, double y1, double x2, double y2,
               const std::string& classes);

/// A length or coordinate, with at most `digits` digits after the point.
std::string coordinate(double value, int digits = 2);

/// The class of what belongs to a series: "series-0" to "series-5", then again from the first. It
/// gives the colour.
std::string series_class(std::size_t series);

/// The path of a series's symbol around 0, 0.
std::string symbol_path(std::size_t series);

/// Symbol and name of each series, each with a box to tick, whose value is the name. A style sheet
/// or a script hides the series whose box is not ticked.
Node add_legend(Node parent, const std::string& title, const std::vector<std::string>& names);

}  // namespace rowsort::page
