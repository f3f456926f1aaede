#include "rowsort/text.h"

#include <algorithm>

#include "drawing.h"
#include "sections.h"

namespace rowsort::page {
namespace {

std::string verdict_of(const Grade& grade) {
  if (grade.status == GradeStatus::kError && grade.error) return "ERROR: " + grade.error->message;
  const std::string score =
      "score " + shortest(grade.score.value_or(0)) + " of " + shortest(grade.max_score);
  if (grade.status == GradeStatus::kPass) return "PASS: the gate holds, " + score;
  const auto first =
      std::find_if(grade.checks.begin(), grade.checks.end(),
                   [](const CheckResult& check) { return check.status == CheckStatus::kFail; });
  if (first == grade.checks.end()) return "FAIL: " + score;
  return "FAIL: " + score + ". " + first->id + ": " + first->message;
}

const char* verdict_class(const Grade& grade) {
  return grade.status == GradeStatus::kPass ? "verdict pass" : "verdict fail";
}

std::string device_of(const Grade& grade) {
  if (!grade.device) return "none";
  const DeviceInfo& device = *grade.device;
  const auto units = static_cast<std::uint64_t>(device.multiprocessors);
  const bool cuda = device.kind == DeviceKind::kCuda;
  return cuda ? device.name + ", " + counted(units, "multiprocessor")
              : "CPU device on " + device.name + ", " + counted(units, "core");
}

void add_fact(Node list, const std::string& name, const std::string& value) {
  add_text(list, "dt", name);
  add_text(add(list, "dd"), "bdi", value);
}

// After the gate nothing fails a submission: what is not there yet is still to be done.
const char* word_for(const CheckResult& check) {
  if (check.status == CheckStatus::kPass) return "ok";
  if (check.status == CheckStatus::kSkipped) return "skipped";
  return check.decides_pass ? "FAIL" : "to do";
}

std::string points_of(const CheckResult& check) {
  if (check.max_points <= 0) return "";
  return shortest(check.points) + " of " + shortest(check.max_points);
}

}  // namespace

void add_heading(Node main, const GradedRun& run) {
  const Grade& grade = run.grade;
  Node header = add(main, "header");
  Node title = add(header, "h1");
  add_text(title, "bdi", grade.submission);
  if (!grade.matrix.name.empty()) {
    put_text(title, " on the matrix ");
    add_text(title, "bdi", grade.matrix.name);
  }
  add_text(add(header, "p", {{"class", verdict_class(grade)}}), "bdi", verdict_of(grade));
  Node facts = add(header, "dl");
  add_fact(facts, "Matrix",
           counted(grade.matrix.rows, "row") + ", " + counted(grade.matrix.nonzeros, "nonzero") +
               ", seed " + std::to_string(grade.seed));
  add_fact(facts, "Device", device_of(grade));
  if (!grade.device_note.empty()) add_fact(facts, "No GPU", grade.device_note);
  if (grade.block_size) add_fact(facts, "Block size", std::to_string(*grade.block_size));
  if (grade.answers && !grade.answers->student.empty()) {
    add_fact(facts, "Student", grade.answers->student);
  }
}

void add_check_section(Node main, const GradedRun& run) {
  if (run.grade.checks.empty()) return;
  Node section = add_section(main, "checks", "Checks");
  std::vector<std::vector<std::string>> rows;
  for (const CheckResult& check : run.grade.checks) {
    rows.push_back(
        {word_for(check), check.id, points_of(check), check.message});
  }
  add_table(section, {"result", "check", "points", "what was found"}, rows);
  const auto& answers = run.grade.answers;
  if (!answers || answers->sentence.empty()) return;
  add_text(section, "h3", "The sentence");
  add_text(add(section, "blockquote"), "bdi", answers->sentence);
}

}  // namespace rowsort::page
