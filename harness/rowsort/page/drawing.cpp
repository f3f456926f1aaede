#include "drawing.h"

#include "rowsort/text.h"

#include <cmath>
#include <iterator>

namespace rowsort::page {
namespace {

// Between labels, so that they do not lie on each other.
constexpr double kLeastAcross = 40;
constexpr double kLeastUp = 18;

// Circle, triangle, square, diamond, cross, triangle upside down.
constexpr const char* kSymbols[] = {"M-4 0a4 4 0 1 0 8 0 4 4 0 1 0-8 0z",
                                    "M0-5 4.5 3.5h-9z",
                                    "M-3.5-3.5h7v7h-7z",
                                    "M0-5 5 0 0 5-5 0z",
                                    "M-5-3-3-5 0-2 3-5 5-3 2 0 5 3 3 5 0 2-3 5-5 3-2 0z",
                                    "M0 5-4.5-3.5h9z"};

// Whether each mark gets a label: the first does, and each that is far enough from the last one.
std::vector<bool> labelled_marks(const Scale& scale, double least) {
  std::vector<bool> labelled;
  double last = -least;
  for (const double mark : scale.marks()) {
    labelled.push_back(scale.at(mark) - last >= least);
    if (labelled.back()) last = scale.at(mark);
  }
  return labelled;
}

}  // namespace

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

void draw_x_axis(Node drawing, const PlotArea& plot, const Axis& axis) {
  Node marks = add(drawing, "g", {{"class", "marks"}});
  const std::vector<bool> labelled = labelled_marks(axis.scale, kLeastAcross);
  for (std::size_t i = 0; i < labelled.size(); ++i) {
    const double value = axis.scale.marks()[i];
    const double x = plot.left + axis.scale.at(value);
    Node mark = add(marks, "g", {{"class", "mark"}});
    draw_line(mark, x, plot.top, x, plot.bottom() + 4, "grid");
    if (!labelled[i]) continue;
    draw_text(mark, x, plot.bottom() + 19, axis.label(value), {{"text-anchor", "middle"}});
  }
  draw_line(drawing, plot.left, plot.bottom(), plot.right(), plot.bottom(), "axis");
  draw_text(drawing, plot.left + plot.width / 2, plot.bottom() + 38, axis.name,
            {{"text-anchor", "middle"}, {"class", "label"}});
}

void draw_y_axis(Node drawing, const PlotArea& plot, const Axis& axis) {
  const std::vector<bool> labelled = labelled_marks(axis.scale, kLeastUp);
  for (std::size_t i = 0; i < labelled.size(); ++i) {
    const double value = axis.scale.marks()[i];
    const double y = plot.bottom() - axis.scale.at(value);
    draw_line(drawing, plot.left - 4, y, plot.right(), y, "grid");
    if (!labelled[i]) continue;
    draw_text(drawing, plot.left - 7, y + 4, axis.label(value), {{"text-anchor", "end"}});
  }
  draw_line(drawing, plot.left, plot.top, plot.left, plot.bottom(), "axis");
  draw_text(drawing, 0, plot.top - 12, axis.name, {{"class", "label"}});
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

std::string coordinate(double value, int digits) {
  std::string text = fixed(value, digits);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string series_class(std::size_t series) {
  return "series-" + std::to_string(series % std::size(kSymbols));
}

std::string symbol_path(std::size_t series) {
  return kSymbols[series % std::size(kSymbols)];
}

Node add_legend(Node parent, const std::string& title, const std::vector<std::string>& names) {
  Node legend = add(parent, "fieldset");
  add_text(legend, "legend", title);
  for (std::size_t i = 0; i < names.size(); ++i) {
    Node label = add(legend, "label");
    add(label, "input",
        {{"type", "checkbox"}, {"value", names[i]}, {"checked", ""}, {"autocomplete", "off"}});
    Node symbol = add(label, "svg",
                      {{"class", "symbol " + series_class(i)},
                       {"viewBox", "-6 -6 12 12"},
                       {"aria-hidden", "true"}});
    add(symbol, "path", {{"d", symbol_path(i)}});
    add_text(label, "bdi", names[i]);
  }
  return legend;
}

}  // namespace rowsort::page
