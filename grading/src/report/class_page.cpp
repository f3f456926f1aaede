#include "report/class_page.h"

#include "rowsort/page/assets.h"
#include "rowsort/page/charts.h"
#include "rowsort/text.h"

#include <algorithm>

#include "report/assets.h"
#include "report/class_charts.h"
#include "report/class_table.h"

namespace rowsort {
namespace {

using namespace page;
using namespace report;

constexpr std::pair<const char*, const char*> kSections[] = {
    {"ratios", "Ratios"},         {"students", "Students"},  {"attention", "Attention"},
    {"lane-slots", "Lane-slots"}, {"check-rates", "Checks"}, {"calibration", "Calibration"},
    {"sentences", "Sentences"}};

void add_fact(Node list, const std::string& name, std::size_t count) {
  Node fact = add(list, "div");
  add_text(fact, "dt", name);
  add_text(fact, "dd", grouped(count));
}

std::size_t count(const ClassGrades& grades, Outcome outcome) {
  return static_cast<std::size_t>(
      std::count_if(grades.rows.begin(), grades.rows.end(),
                    [&](const ClassRow& row) { return row.outcome == outcome; }));
}

void add_needs_script(Node section) {
  add_text(add(section, "noscript"), "p", "A script fills this part in, and scripts are off.");
}

void add_selector(Node form, const std::string& id, const std::string& label) {
  Node line = add(form, "label");
  put_text(line, label + " ");
  add(line, "select", {{"id", id}});
}

void add_class_heading(Node main, const ClassGrades& grades, const Findings& findings,
                       const std::string& title) {
  Node header = add(main, "header");
  add_text(add(header, "h1"), "bdi", title);
  Node facts = add(header, "dl", {{"class", "facts"}});
  add_fact(facts, "Students", grades.rows.size());
  for (const Outcome outcome : {Outcome::kPass, Outcome::kFail, Outcome::kUnreadable,
                                Outcome::kMissing, Outcome::kInfrastructure, Outcome::kNotDone}) {
    add_fact(facts, outcome_name(outcome), count(grades, outcome));
  }
  add_fact(facts, "Need a rerun", findings.reruns.size());
  const Drift& drift = findings.drift;
  const char* const steady = drift.compared > 1 ? "verdict pass" : "verdict";
  add_text(header, "p", drift.verdict(),
           {{"id", "drift"}, {"class", drift.drifts() ? "verdict fail" : steady}});
  Node links = add(add(header, "nav", {{"aria-label", "Parts of this page"}}), "ul");
  for (const auto& [id, name] : kSections) {
    add_text(add(links, "li"), "a", name, {{"href", std::string("#") + id}});
  }
}

void add_student_section(Node main, const ClassGrades&, const Findings&) {
  Node section = add_section(main, "students", "Students");
  Node form = add(section, "div", {{"class", "filters"}, {"role", "search"}, {"hidden", ""}});
  Node line = add(form, "label");
  put_text(line, "Search ");
  add(line, "input", {{"id", "search"}, {"type", "search"}, {"autocomplete", "off"}});
  add_selector(form, "outcome", "Outcome");
  add_selector(form, "section", "Section");
  add_selector(form, "flags", "Flag");
  add_text(form, "button", "Clear", {{"id", "clear"}, {"type", "button"}});
  add(section, "p", {{"id", "shown"}, {"aria-live", "polite"}});
  Node box = add(section, "div", {{"class", "table"}, {"tabindex", "0"}});
  add(box, "table", {{"id", "student-table"}});
  add(section, "div", {{"id", "student-pages"}, {"class", "pages"}});
  add_needs_script(section);
}

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

void add_lane_slot_section(Node main, const ClassGrades&, const Findings& findings) {
  Node section = add_section(main, "lane-slots", "Lane-slots of the submitted orders");
  BarChart chart;
  chart.labels_name = "lane-slots, as multiples of the minimum";
  chart.values_name = "submissions";
  std::string text = "Of the published matrix.";
  for (const SlotBin& bin : findings.lane_slots) {
    chart.bars.push_back({bin.label, static_cast<double>(bin.rows), grouped(bin.rows)});
  }
  if (findings.without_lane_slots > 0) {
    text += " " + counted(findings.without_lane_slots, "graded submission") +
            " did not give an order that could be counted.";
  }
  add_chart(section, {"slot-bars", "Lane-slots of the submitted orders", text}, chart);
}

void add_check_rate_section(Node main, const ClassGrades&, const Findings& findings) {
  Node section = add_section(main, "check-rates", "Pass rate of each check");
  if (findings.checks.empty()) {
    add_text(section, "p", "There is no grade yet.");
    return;
  }
  Rows rows;
  for (const CheckRate& rate : findings.checks) {
    const auto share = rate.pass_rate();
    rows.push_back({rate.id, share ? percent(*share) : "", grouped(rate.passed),
                    grouped(rate.failed), grouped(rate.skipped)});
  }
  add_table(section, {"check", "pass rate", "pass", "fail", "skipped"}, rows);
  add_text(section, "p",
           "The rate is of the grades in which the check passed or failed. Skipped: it did not "
           "apply, or an earlier check stopped it.");
}

void add_sentence_section(Node main, const ClassGrades&, const Findings&) {
  Node section = add_section(main, "sentences", "The sentences");
  add_text(section, "p",
           "For the person who grades them. Write points into the column points_by_hand of the "
           "CSV, then run rowsort report GRADES --points FILE. The filters above apply here too.");
  add(section, "ol", {{"id", "sentence-list"}});
  add(section, "div", {{"id", "sentence-pages"}, {"class", "pages"}});
  add_needs_script(section);
}

}  // namespace

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
