#include "drawing.h"

#include <algorithm>
#include <cmath>

namespace rowsort::page {
namespace {

constexpr double kMarkLabelWidth = 40;

// Every how many marks one has a label, so that labels do not lie on each other.
std::size_t labelled_step(const Scale& scale) {
  const double apart = scale.length() / static_cast<double>(scale.marks().size() - 1);
  return static_cast<std::size_t>(std::max(1.0, std::ceil(kMarkLabelWidth / apart)));
}

}  // namespace

Node add_section(Node main, const std::string& id, const std::string& heading) {
  Node section = add(main, "section", {{"id", id}, {"aria-labelledby", id + "-heading"}});
  add_text(section, "h2", heading, {{"id", id + "-heading"}});
  return section;
}

Node add_figure(Node section) {
  return add(section, "figure");
}

Node add_drawing(Node figure, const DrawingText& text, double width, double height) {
  Node drawing = add(figure, "svg",
                     {{"id", text.id},
                      {"viewBox", "0 0 " + coordinate(width) + " " + coordinate(height)},
                      {"role", "img"},
                      {"aria-labelledby", text.id + "-title " + text.id + "-description"}});
  add_text(drawing, "title", text.title, {{"id", text.id + "-title"}});
  add_text(drawing, "desc", text.description, {{"id", text.id + "-description"}});
  return drawing;
}

void draw_x_axis(Node drawing, const PlotArea& plot, const Scale& scale, const std::string& label) {
  Node marks = add(drawing, "g", {{"class", "marks"}});
  const std::size_t step = labelled_step(scale);
  for (std::size_t i = 0; i < scale.marks().size(); ++i) {
    const double value = scale.marks()[i];
    const double x = plot.left + scale.at(value);
    Node mark = add(marks, "g", {{"class", "mark"}});
    draw_line(mark, x, plot.top, x, plot.bottom() + 4, "grid");
    if (i % step != 0) continue;
    draw_text(mark, x, plot.bottom() + 17, mark_label(value), {{"text-anchor", "middle"}});
  }
  draw_line(drawing, plot.left, plot.bottom(), plot.right(), plot.bottom(), "axis");
  draw_text(drawing, plot.left + plot.width / 2, plot.bottom() + 36, label,
            {{"text-anchor", "middle"}, {"class", "label"}});
}

void draw_y_axis(Node drawing, const PlotArea& plot, const Scale& scale, const std::string& label) {
  for (const double value : scale.marks()) {
    const double y = plot.bottom() - scale.at(value);
    draw_line(drawing, plot.left - 4, y, plot.right(), y, "grid");
    draw_text(drawing, plot.left - 7, y + 4, mark_label(value), {{"text-anchor", "end"}});
  }
  draw_line(drawing, plot.left, plot.top, plot.left, plot.bottom(), "axis");
  draw_text(drawing, 0, plot.top - 12, label, {{"class", "label"}});
}

Node draw_text(Node drawing, double x, double y, const std::string& text,
               std::initializer_list<Attribute> attributes) {
  Node node = add_text(drawing, "text", text, attributes);
  node.append_attribute("x").set_value(coordinate(x).c_str());
  node.append_attribute("y").set_value(coordinate(y).c_str());
  return node;
}

Node draw_rectangle(Node drawing, double x, double y, double width, double height,
                    const std::string& classes) {
  return add(drawing, "rect",
             {{"class", classes},
              {"x", coordinate(x)},
              {"y", coordinate(y)},
              {"width", coordinate(width)},
              {"height", coordinate(height)}});
}

void draw_line(Node drawing, double x1, double y1, double x2, double y2,
               const std::string& classes) {
  add(drawing, "line",
      {{"class", classes},
       {"x1", coordinate(x1)},
       {"y1", coordinate(y1)},
       {"x2", coordinate(x2)},
       {"y2", coordinate(y2)}});
}

Node add_numbers(Node figure, const std::vector<std::string>& headings,
                 const std::vector<std::vector<std::string>>& rows) {
  Node details = add(figure, "details");
  add_text(details, "summary", "The numbers");
  return add_table(details, headings, rows);
}

}  // namespace rowsort::page
