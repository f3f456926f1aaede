#include "class/batch_progress.h"

#include "rowsort/text.h"
#include "rowsort/visible_text.h"

#include <cmath>
#include <iostream>

#include <unistd.h>

namespace rowsort {

BatchProgress::BatchProgress(std::size_t students)
    : on_terminal_(isatty(STDERR_FILENO) != 0),
      line_(true),
      start_(std::chrono::steady_clock::now()),
      students_(students) {
  show();
}

void BatchProgress::finished(const std::string& id, const StudentOutcome& outcome) {
  ++finished_;
  if (outcome.is_new && outcome.record.state != StudentState::kMissing) ++graded_;
  if (!outcome.done) ++attention_;
  if (!on_terminal_) {
    std::cerr << finished_ << "/" << students_ << " " << id << ": "
              << visible_text(outcome.headline);
    if (outcome.is_new && outcome.record.seconds > 0) {
      std::cerr << ", " << fixed(outcome.record.seconds, 1) << " s";
    }
    std::cerr << std::endl;
  }
  show();
}

void BatchProgress::calibrated(const std::string& fault) {
  if (on_terminal_) return;
  std::cerr << "calibration: " << (fault.empty() ? "done" : visible_text(fault)) << std::endl;
}

// The first words are what fits on any terminal.
void BatchProgress::show() {
  line_.show(grouped(finished_) + " of " + grouped(students_) + rate() +
             (attention_ > 0 ? ", " + grouped(attention_) + " need attention" : ""));
}

// What was graded before takes no time, so only what this batch grades has a rate; the rest may
// have been graded before too, so the time left is the most it can be.
std::string BatchProgress::rate() const {
  if (graded_ == 0) return "";
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  const double each = seconds / static_cast<double>(graded_);
  return ", " + fixed(60 / each, 1) + " a minute, at most " +
         duration_text(each * static_cast<double>(students_ - finished_)) + " left";
}

std::string duration_text(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
  if (whole < 60) return std::to_string(whole) + " s";
  if (whole < 3600) {
    return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
  }
  return std::to_string(whole / 3600) + " h " + std::to_string(whole % 3600 / 60) + " min";
}

}  // namespace rowsort
