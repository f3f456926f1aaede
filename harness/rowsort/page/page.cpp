#include "page.h"

#include "rowsort/files.h"

#include "assets.h"
#include "sections.h"

namespace rowsort {
namespace {

using namespace page;

std::string title_of(const Grade& grade) {
  return grade.submission + (grade.matrix.name.empty() ? "" : " on " + grade.matrix.name);
}

// The hatching of what belongs to the unsorted order. Its drawing has no size, and not
// display: none, with which browsers do not draw the pattern.
void add_hatching(Node body) {
  Node drawing =
      add(body, "svg",
          {{"class", "patterns"}, {"width", "0"}, {"height", "0"}, {"aria-hidden", "true"}});
  Node pattern = add(add(drawing, "defs"), "pattern",
                     {{"id", "hatching"},
                      {"width", "6"},
                      {"height", "6"},
                      {"patternUnits", "userSpaceOnUse"},
                      {"patternTransform", "rotate(45)"}});
  add(pattern, "rect", {{"class", "hatch"}, {"width", "2.2"}, {"height", "6"}});
}

}  // namespace

std::string html_page(const GradedRun& run) {
  HtmlPage page(title_of(run.grade), {kStyle}, {kScript});
  add_hatching(page.body());
  Node main = add(page.body(), "main");
  add_heading(main, run);
  for (const auto add_part : {add_lane_section, add_row_length_section, add_trip_section,
                              add_bad_row_section, add_traffic_section, add_check_section}) {
    add_part(main, run);
  }
  return page.text();
}

void write_page(const GradedRun& run, const std::filesystem::path& file) {
  write_atomically(file, html_page(run));
}

}  // namespace rowsort
