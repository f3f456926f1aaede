#pragma once

#include <string>

#include "markup.h"
#include "scale.h"

/// The parts that every figure is put together from.
namespace rowsort::page {

/// A section of the page with a heading. `id` is unique in the page.
Node add_section(Node main, const std::string& id, const std::string& heading);

/// A figure in a section.
Node add_figure(Node section);

struct DrawingText {
  std::string id;           ///< unique in the page
  std::string title;        ///< what it shows, in a few words
  std::string description;  ///< what is to be seen in it: the text alternative
};

/// An SVG of `width` by `height` units; a unit is about a pixel where there is room. Its first
/// children are title and description.
Node add_drawing(Node figure, const DrawingText& text, double width, double height);

/// Where a drawing's data lies, inside margins that hold the axes' marks and labels.
struct PlotArea {
  double left = 0;
  double top = 0;
  double width = 0;
  double height = 0;

  double bottom() const { return top + height; }
  double right() const { return left + width; }
};

/// Marks, grid lines and label below the plot. Marks are children of a <g class="marks">.
void draw_x_axis(Node drawing, const PlotArea& plot, const Scale& scale, const std::string& label);

/// Marks and grid lines on the left, the label above it.
void draw_y_axis(Node drawing, const PlotArea& plot, const Scale& scale, const std::string& label);

/// A text at this place; `attributes` add class or anchor.
Node draw_text(Node drawing, double x, double y, const std::string& text,
               std::initializer_list<Attribute> attributes = {});

Node draw_rectangle(Node drawing, double x, double y, double width, double height,
                    const std::string& classes);

void draw_line(Node drawing, double x1, double y1, double x2, double y2,
               const std::string& classes);

/// A figure's numbers as a table that is folded in until it is asked for.
Node add_numbers(Node figure, const std::vector<std::string>& headings,
                 const std::vector<std::vector<std::string>>& rows);

}  // namespace rowsort::page
