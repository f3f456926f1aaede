#include "report/class_page.h"

#include "rowsort/page/assets.h"

#include "report/assets.h"
#include "report/class_sections.h"
#include "report/class_table.h"

namespace rowsort {

using namespace page;
using namespace report;

std::string class_page(const ClassGrades& grades, const Findings& findings,
                       const std::string& title) {
  HtmlPage document(title, {page::kStyle, report::kStyle}, {kTableScript, report::kScript});
  Node main = add(document.body(), "main");
  add_class_heading(main, grades, findings, title);
  for (const auto add_part :
       {add_ratio_section, add_student_section, add_attention_section, add_lane_slot_section,
        add_check_rate_section, add_calibration_section, add_sentence_section}) {
    add_part(main, grades, findings);
  }
  Node licence = add(add(main, "footer"), "details");
  add_text(licence, "summary", "Licence of TanStack Table, a library in this page");
  add_text(licence, "p", kTableLicence.text);
  // As a hidden text and not in a script, whose text HTML does not unescape.
  add_text(document.body(), "div", class_data(grades, findings),
           {{"id", "class-data"}, {"hidden", ""}});
  return document.text();
}

}  // namespace rowsort
