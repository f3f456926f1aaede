#include "page.h"

#include "rowsort/files.h"

#include <sstream>

#include "assets.h"
#include "head.h"
#include "sections.h"

namespace rowsort {
namespace {

using namespace page;

std::string title_of(const Grade& grade) {
  return grade.submission + (grade.matrix.name.empty() ? "" : " on " + grade.matrix.name);
}

// The hatching of what belongs to the unsorted order. Kept out of sight, not out of the document:
// browsers do not draw with a pattern of a drawing that is not displayed.
void add_patterns(Node body) {
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
  pugi::xml_document document;
  document.append_child(pugi::node_doctype).set_value("html");
  Node html = add(document.root(), "html", {{"lang", "en"}});
  add_head(html, title_of(run.grade), {kStyle, kStyleHash, {kScriptHash}});
  Node body = add(html, "body");
  add_patterns(body);
  Node main = add(body, "main");
  add_heading(main, run);
  for (const auto add_part : {add_lane_section, add_row_length_section, add_trip_section,
                              add_bad_row_section, add_traffic_section, add_check_section}) {
    add_part(main, run);
  }
  put_raw(add(body, "script"), kScript);
  std::ostringstream text;
  document.save(text, "", pugi::format_raw | pugi::format_no_declaration, pugi::encoding_utf8);
  return text.str() + "\n";
}

void write_page(const GradedRun& run, const std::filesystem::path& file) {
  write_atomically(file, html_page(run));
}

}  // namespace rowsort
