#include "class/batch_summary.h"

#include "rowsort/text.h"
#include "rowsort/visible_text.h"

#include <algorithm>
#include <map>

#include "class/batch_progress.h"
#include "export/grade_document.h"

namespace rowsort {
namespace {

constexpr std::size_t kNameWidth = 24;
constexpr std::size_t kCountWidth = 7;

std::string table_line(std::string name, std::size_t count) {
  std::string number = grouped(count);
  name.resize(std::max(name.size(), kNameWidth), ' ');
  number.insert(0, kCountWidth - std::min(kCountWidth, number.size()), ' ');
  return name + number + "\n";
}

struct Counts {
  std::map<StudentState, std::size_t> states;
  std::size_t pass = 0;
  std::map<std::string, std::size_t> fails;  ///< by kind
};

void count_grade(const std::filesystem::path& file, Counts& counts) {
  try {
    const GradeDocument grade = read_grade_document(file);
    if (grade.status == DocumentStatus::kPass) {
      ++counts.pass;
    } else {
      ++counts.fails[grade.error ? grade.error->kind : "fail"];
    }
  } catch (const GradeDocumentError&) {
    ++counts.fails["grade that cannot be read"];
  }
}

Counts count(const ClassFolder& grades, const std::vector<StudentOutcome>& outcomes) {
  Counts counts;
  for (const StudentOutcome& outcome : outcomes) {
    ++counts.states[outcome.record.state];
    if (outcome.record.state == StudentState::kGraded) {
      count_grade(grades.grade(outcome.record.id), counts);
    }
  }
  return counts;
}

std::string work_line(const BatchEnd& end) {
  if (end.graded == 0) return {};
  const std::string calibrations =
      end.calibrations == 0 ? "" : ", and the reference " + counted(end.calibrations, "time");
  return "\ngraded " + grouped(end.graded) + calibrations + " in " + duration_text(end.seconds) +
         ", " + fixed(static_cast<double>(end.graded) * 60 / end.seconds, 1) + " a minute\n";
}

}  // namespace

std::vector<Attention> needs_attention(const BatchEnd& end,
                                       const std::vector<std::string>& not_taken) {
  std::vector<Attention> list;
  for (const StudentOutcome& outcome : end.outcomes) {
    if (!outcome.done) list.push_back({outcome.record.id, visible_text(outcome.headline)});
  }
  for (const std::string& name : not_taken) {
    list.push_back({"\"" + name + "\"",
                    "not taken, since its name is no id: rename it, or name it in the column "
                    "submission of a roster"});
  }
  for (const std::string& why : end.failed_calibrations) {
    list.push_back({"calibration", visible_text(why)});
  }
  return list;
}

std::string summary(const ClassFolder& grades, const BatchEnd& end,
                    const std::vector<Attention>& attention) {
  Counts counts = count(grades, end.outcomes);
  std::string text = table_line("students", end.outcomes.size());
  text += table_line("  pass", counts.pass);
  std::size_t fails = 0;
  for (const auto& [kind, number] : counts.fails) fails += number;
  text += table_line("  fail", fails);
  for (const auto& [kind, number] : counts.fails) text += table_line("    " + kind, number);
  text += table_line("  unreadable", counts.states[StudentState::kUnreadable]);
  text += table_line("  missing", counts.states[StudentState::kMissing]);
  text += table_line("  no grade yet", counts.states[StudentState::kInfrastructure]);
  text += work_line(end);
  if (!attention.empty()) text += "\nneeds attention:\n";
  for (const Attention& item : attention) text += "  " + item.who + ": " + item.why + "\n";
  return text;
}

}  // namespace rowsort
