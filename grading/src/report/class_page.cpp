#include "report/class_page.h"

#include "rowsort/page/charts.h"
#include "rowsort/text.h"

#include <algorithm>

#include "report/class_charts.h"
#include "report/class_table.h"

namespace rowsort {
namespace report {

// Compiled in (RowsortPageAssets.cmake).
extern const page::Asset kStyle;
extern const page::Asset kScript;
extern const page::Asset kTableScript;   // TanStack Table's core: vendor/README.md
extern const page::Asset kTableLicence;  // every copy of it has to have this

}  // namespace report

namespace {

using namespace page;
using namespace report;

void add_needs_script(Node section) {
  add_text(add(section, "noscript"), "p", "A script fills this part in, and scripts are off.");
}

void add_selector(Node form, const std::string& id, const std::string& label) {
  Node line = add(form, "label");
  put_text(line, label + " ");
  add(line, "select", {{"id", id}});
}

void fill_student_section(Node section, const ClassGrades&, const Findings&) {
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

void fill_with_finding(Node item, const ClassGrades& grades, const Finding& finding) {
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
  if (!one) return;
  put_text(item, ": ");
  add_text(item, "bdi", finding.text);
}

// A list of `things`, each filled in by fill(item, thing).
template <typename Thing, typename Fill>
void add_part(Node parts, const std::string& id, const std::string& heading,
              const std::vector<Thing>& things, Fill fill) {
  Node part = add(parts, "section", {{"id", id}, {"class", "part"}});
  add_text(part, "h3", heading + ": " + grouped(things.size()));
  if (things.empty()) {
    add_text(part, "p", "None.");
    return;
  }
  // Its own box scrolls when it is long; tabindex lets keys scroll it.
  Node list = add(add(part, "div", {{"class", "list"}, {"tabindex", "0"}}), "ul");
  for (const Thing& thing : things) fill(add(list, "li"), thing);
}

void fill_attention_section(Node section, const ClassGrades& grades, const Findings& findings) {
  const auto finding = [&](Node item, const Finding& one) { fill_with_finding(item, grades, one); };
  const auto student = [&](Node item, std::size_t row) { add_student(item, grades, row); };
  Node parts = add(section, "div", {{"class", "parts"}});
  add_part(parts, "reruns", "Need a rerun", findings.reruns, finding);
  add_part(parts, "disagreements", "Claims that disagree with the measurement",
           findings.disagreements, finding);
  add_part(parts, "duplicates", "Byte-identical submissions", findings.duplicates, finding);
  add_part(parts, "missing", "Missing", findings.missing, student);
  add_part(parts, "not-done", "Not graded yet", findings.not_done, student);
  add_part(parts, "error-kinds", "Kinds of errors", findings.error_kinds, finding);
}

void fill_lane_slot_section(Node section, const ClassGrades&, const Findings& findings) {
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

void fill_check_rate_section(Node section, const ClassGrades&, const Findings& findings) {
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

void fill_sentence_section(Node section, const ClassGrades&, const Findings&) {
  add_text(section, "p",
           "For the person who grades them. Write points into the column points_by_hand of the "
           "CSV, then run rowsort report GRADES --points FILE. The filters above apply here too.");
  add(section, "ol", {{"id", "sentence-list"}});
  add(section, "div", {{"id", "sentence-pages"}, {"class", "pages"}});
  add_needs_script(section);
}

struct Section {
  const char* id;
  const char* name;  // in the list of sections
  const char* heading;
  void (*fill)(Node section, const ClassGrades& grades, const Findings& findings);
};

constexpr Section kSections[] = {
    {"ratios", "Ratios", "Predicted and measured ratios", fill_ratio_section},
    {"students", "Students", "Students", fill_student_section},
    {"attention", "Attention", "What needs attention", fill_attention_section},
    {"lane-slots", "Lane-slots", "Lane-slots of the submitted orders", fill_lane_slot_section},
    {"check-rates", "Checks", "Pass rate of each check", fill_check_rate_section},
    {"calibration", "Calibration", "Was the runner steady?", fill_calibration_section},
    {"sentences", "Sentences", "The sentences", fill_sentence_section}};

void add_fact(Node list, const std::string& name, std::size_t count) {
  Node fact = add(list, "div");
  add_text(fact, "dt", name);
  add_text(fact, "dd", grouped(count));
}

void add_class_heading(Node main, const ClassGrades& grades, const Findings& findings,
                       const std::string& title) {
  Node header = add(main, "header");
  add_text(add(header, "h1"), "bdi", title);
  Node facts = add(header, "dl", {{"class", "facts"}});
  add_fact(facts, "Students", grades.rows.size());
  for (const Outcome outcome : {Outcome::kPass, Outcome::kFail, Outcome::kUnreadable,
                                Outcome::kMissing, Outcome::kInfrastructure, Outcome::kNotDone}) {
    const auto count = std::ranges::count(grades.rows, outcome, &ClassRow::outcome);
    add_fact(facts, outcome_name(outcome), static_cast<std::size_t>(count));
  }
  add_fact(facts, "Need a rerun", findings.reruns.size());
  const Drift& drift = findings.drift;
  const char* const steady = drift.compared > 1 ? "verdict pass" : "verdict";
  add_text(header, "p", drift.verdict(),
           {{"id", "drift"}, {"class", drift.drifts() ? "verdict fail" : steady}});
  Node links = add(add(header, "nav", {{"aria-label", "Parts of this page"}}), "ul");
  for (const Section& section : kSections) {
    add_text(add(links, "li"), "a", section.name, {{"href", std::string("#") + section.id}});
  }
}

}  // namespace

std::string class_page(const ClassGrades& grades, const Findings& findings,
                       const std::string& title) {
  HtmlPage document(title, {page::kStyle, report::kStyle}, {kTableScript, report::kScript});
  Node main = add(document.body(), "main");
  add_class_heading(main, grades, findings, title);
  for (const Section& section : kSections) {
    section.fill(add_section(main, section.id, section.heading), grades, findings);
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
