#include "class/batch_report.h"

#include "rowsort/grade/grade_json.h"
#include "rowsort/text.h"
#include "rowsort/visible_text.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>

#include <unistd.h>

namespace rowsort {
namespace {

// "45 s", "12 min 3 s", "2 h 5 min".
std::string duration_text(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
  if (whole < 60) return std::to_string(whole) + " s";
  if (whole < 3600) {
    return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
  }
  return std::to_string(whole / 3600) + " h " + std::to_string(whole % 3600 / 60) + " min";
}

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
    const Grade grade = read_grade(file);
    if (grade.status == GradeStatus::kPass) {
      ++counts.pass;
    } else {
      ++counts.fails[grade.error ? grade.error->kind : "fail"];
    }
  } catch (const UnreadableGrade&) {
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
      end.calibrations == 0 ? "" : ", and the reference " + counted(end.calibrations, "time") + ",";
  return "\ngraded " + counted(end.graded, "submission") + calibrations + " in " +
         duration_text(end.seconds) + ": " +
         fixed(static_cast<double>(end.graded) * 60 / end.seconds, 1) + " a minute\n";
}

}  // namespace

BatchProgress::BatchProgress(std::size_t students)
    : on_terminal_(isatty(STDERR_FILENO) != 0),
      line_(true),
      start_(std::chrono::steady_clock::now()),
      students_(students) {
  show();
}

void BatchProgress::finished(const std::string& id, const StudentOutcome& outcome) {
  ++finished_;
  if (outcome.attempted) ++graded_;
  if (!outcome.done) ++attention_;
  if (!on_terminal_) {
    std::cerr << finished_ << "/" << students_ << " " << id << ": "
              << visible_text(outcome.headline);
    if (outcome.attempted) std::cerr << ", " << fixed(outcome.record.seconds, 1) << " s";
    std::cerr << std::endl;
  }
  show();
}

void BatchProgress::calibrated(const std::string& fault) {
  if (on_terminal_) return;
  std::cerr << "calibration: " << (fault.empty() ? "done" : visible_text(fault)) << std::endl;
}

// The most important words come first: a narrow terminal shows only those.
void BatchProgress::show() {
  line_.show(grouped(finished_) + " of " + grouped(students_) + rate() +
             (attention_ > 0 ? ", " + grouped(attention_) + " need attention" : ""));
}

// Counts only what this batch grades: a submission that was graded before takes no time. Some that
// are left may be of that kind too, so the time left is an upper limit.
std::string BatchProgress::rate() const {
  if (graded_ == 0) return "";
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  const double each = seconds / static_cast<double>(graded_);
  return ", " + fixed(60 / each, 1) + " a minute, at most " +
         duration_text(each * static_cast<double>(students_ - finished_)) + " left";
}

std::vector<Attention> needs_attention(const BatchEnd& end,
                                       const std::vector<std::string>& not_taken) {
  std::vector<Attention> list;
  for (const StudentOutcome& outcome : end.outcomes) {
    if (!outcome.done) list.push_back({outcome.record.id, visible_text(outcome.headline)});
  }
  for (const std::string& name : not_taken) {
    list.push_back({"\"" + name + "\"",
                    "not taken, because its name is not a valid id: rename it, or give its path in "
                    "the column submission of a roster"});
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
