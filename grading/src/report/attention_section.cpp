#include "rowsort/page/markup.h"
#include "rowsort/text.h"

#include "report/class_sections.h"

namespace rowsort::report {
namespace {

using namespace page;

// With scripts, a click on it leads to the student's row.
void add_student(Node parent, const ClassGrades& grades, std::size_t row) {
  const StudentRecord& student = grades.rows[row].record;
  add_text(parent, "button", student.id,
           {{"type", "button"}, {"class", "student"}, {"data-row", std::to_string(row)}});
  if (!student.name.empty()) {
    put_text(parent, " ");
    add_text(parent, "bdi", student.name);
  }
}

Node add_part(Node section, const std::string& id, const std::string& heading, std::size_t count) {
  Node part = add(section, "section", {{"id", id}, {"class", "part"}});
  add_text(part, "h3", heading + ": " + grouped(count));
  if (count == 0) add_text(part, "p", "None.");
  return part;
}

// Its own box scrolls when it is long; tabindex lets keys scroll it.
Node add_list(Node part) {
  return add(add(part, "div", {{"class", "list"}, {"tabindex", "0"}}), "ul");
}

void add_students(Node section, const std::string& id, const std::string& heading,
                  const ClassGrades& grades, const std::vector<std::size_t>& rows) {
  Node part = add_part(section, id, heading, rows.size());
  if (rows.empty()) return;
  Node list = add_list(part);
  for (const std::size_t row : rows) add_student(add(list, "li"), grades, row);
}

void add_findings(Node section, const std::string& id, const std::string& heading,
                  const ClassGrades& grades, const std::vector<Finding>& findings) {
  Node part = add_part(section, id, heading, findings.size());
  if (findings.empty()) return;
  Node list = add_list(part);
  for (const Finding& finding : findings) {
    Node item = add(list, "li");
    const bool one = finding.rows.size() == 1;
    if (!one) {
      add_text(item, "bdi", finding.text);
      put_text(item, " (" + grouped(finding.rows.size()) + "): ");
    }
    const char* separator = "";
    for (const std::size_t row : finding.rows) {
      put_text(item, separator);
      add_student(item, grades, row);
      separator = ", ";
    }
    if (!one) continue;
    put_text(item, ": ");
    add_text(item, "bdi", finding.text);
  }
}

}  // namespace

void add_attention_section(Node main, const ClassGrades& grades, const Findings& findings) {
  Node section = add_section(main, "attention", "What needs attention");
  Node parts = add(section, "div", {{"class", "parts"}});
  add_findings(parts, "reruns", "Need a rerun", grades, findings.reruns);
  add_findings(parts, "disagreements", "Claims that disagree with the measurement", grades,
               findings.disagreements);
  add_findings(parts, "duplicates", "Byte-identical submissions", grades, findings.duplicates);
  add_students(parts, "missing", "Missing", grades, findings.missing);
  add_students(parts, "not-done", "Not graded yet", grades, findings.not_done);
  add_findings(parts, "error-kinds", "Kinds of errors", grades, findings.error_kinds);
}

}  // namespace rowsort::report
