#include "report/class_page.h"

#include "rowsort/page/head.h"

#include <sstream>

#include "report/assets.h"
#include "report/class_data.h"
#include "report/class_sections.h"

namespace rowsort {
namespace {

using namespace page;
using namespace report;

void add_licences(Node main) {
  Node details = add(add(main, "footer"), "details");
  add_text(details, "summary", "Licences of the libraries in this page");
  add_text(details, "h3", "Chart.js");
  add_text(details, "p", kChartLicence);
  add_text(details, "h3", "TanStack Table");
  add_text(details, "p", kTableLicence);
}

}  // namespace

std::string class_page(const ClassGrades& grades, const Findings& findings,
                       const std::string& title) {
  pugi::xml_document document;
  document.append_child(pugi::node_doctype).set_value("html");
  Node html = add(document.root(), "html", {{"lang", "en"}});
  add_head(html, title,
           {kStyle, kStyleHash, {kChartScriptHash, kTableScriptHash, kPageScriptHash}});
  Node body = add(html, "body");
  Node main = add(body, "main");
  add_class_heading(main, grades, findings, title);
  for (const auto add_part :
       {add_ratio_section, add_student_section, add_attention_section, add_lane_slot_section,
        add_check_rate_section, add_calibration_section, add_sentence_section}) {
    add_part(main, grades, findings);
  }
  add_licences(main);
  add_text(body, "script", class_data(grades, findings),
           {{"type", "application/json"}, {"id", "class-data"}});
  for (const char* const script : {kChartScript, kTableScript, kPageScript}) {
    put_raw(add(body, "script"), script);
  }
  std::ostringstream text;
  // HTML ignores the end tags of meta and input, and takes <div/> for a start tag.
  document.save(text, "",
                pugi::format_raw | pugi::format_no_declaration | pugi::format_no_empty_element_tags,
                pugi::encoding_utf8);
  return text.str() + "\n";
}

}  // namespace rowsort
