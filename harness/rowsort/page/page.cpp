#include "page.h"

#include "rowsort/files.h"
#include "rowsort/text.h"

#include "sections.h"
#include "wording.h"

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

std::string verdict_of(const Grade& grade) {
  if (grade.status == GradeStatus::kError) return "ERROR: " + grade.error->message;
  if (grade.status == GradeStatus::kPass) return "PASS: " + score_text(grade);
  const std::string text = "FAIL: " + score_text(grade);
  const CheckResult* failed = first_check(grade, CheckStatus::kFail);
  if (failed == nullptr) return text;
  return text + ". " + failed->id + ": " + failed->message;
}

void add_fact(Node list, const std::string& name, const std::string& value) {
  add_text(list, "dt", name);
  add_text(add(list, "dd"), "bdi", value);
}

// Matrix, device, verdict, score, and the first thing that is wrong.
void add_heading(Node main, const GradedRun& run) {
  const Grade& grade = run.grade;
  Node header = add(main, "header");
  Node title = add(header, "h1");
  add_text(title, "bdi", grade.submission);
  if (!grade.matrix.name.empty()) {
    put_text(title, " on the matrix ");
    add_text(title, "bdi", grade.matrix.name);
  }
  const bool passed = grade.status == GradeStatus::kPass;
  Node verdict = add(header, "p", {{"class", passed ? "verdict pass" : "verdict fail"}});
  add_text(verdict, "bdi", verdict_of(grade));
  Node facts = add(header, "dl");
  add_fact(facts, "Matrix",
           counted(grade.matrix.rows, "row") + ", " + counted(grade.matrix.nonzeros, "nonzero") +
               ", seed " + std::to_string(grade.seed));
  add_fact(facts, "Device", grade.device ? device_text(*grade.device) : "none");
  if (!grade.device_note.empty()) add_fact(facts, "No GPU", grade.device_note);
  if (grade.block_size) add_fact(facts, "Block size", std::to_string(*grade.block_size));
  if (grade.answers && !grade.answers->student.empty()) {
    add_fact(facts, "Student", grade.answers->student);
  }
}

// Every check with its message.
void add_check_section(Node main, const GradedRun& run) {
  if (run.grade.checks.empty()) return;
  Node section = add_section(main, "checks", "Checks");
  Rows rows;
  for (const CheckResult& check : run.grade.checks) {
    rows.push_back({check_mark(check), check.id, points_text(check), check.message});
  }
  add_table(section, {"result", "check", "points", "what was found"}, rows);
  const auto& answers = run.grade.answers;
  if (!answers || answers->sentence.empty()) return;
  add_text(section, "h3", "The sentence");
  add_text(add(section, "blockquote"), "bdi", answers->sentence);
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
