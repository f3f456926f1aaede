#include "class/batch.h"

#include "rowsort/progress_line.h"
#include "rowsort/text.h"
#include "rowsort/visible_text.h"

#include <algorithm>
#include <deque>
#include <exception>
#include <iostream>
#include <mutex>
#include <thread>

#include <unistd.h>

namespace rowsort {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// On standard error.
class BatchProgress {
 public:
  explicit BatchProgress(std::size_t students) : students_(students) { show(); }

  void finished(const std::string& id, const StudentOutcome& outcome) {
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

  // `fault` is empty if the calibration succeeded.
  void calibrated(const std::string& fault) {
    if (on_terminal_) return;
    std::cerr << "calibration: " << (fault.empty() ? "done" : visible_text(fault)) << std::endl;
  }

  void end() { line_.clear(); }

 private:
  // The most important words come first: a narrow terminal shows only those.
  void show() {
    line_.show(grouped(finished_) + " of " + grouped(students_) + rate() +
               (attention_ > 0 ? ", " + grouped(attention_) + " need attention" : ""));
  }

  // Counts only what this batch grades: a submission that was graded before takes no time. Some that
  // are left may be of that kind too, so the time left is an upper limit.
  std::string rate() const {
    if (graded_ == 0) return "";
    const double each = seconds_since(start_) / static_cast<double>(graded_);
    return ", " + fixed(60 / each, 1) + " a minute, at most " +
           duration(each * static_cast<double>(students_ - finished_)) + " left";
  }

  bool on_terminal_ = isatty(STDERR_FILENO) != 0;
  ProgressLine line_{true};
  Clock::time_point start_ = Clock::now();
  std::size_t students_;
  std::size_t finished_ = 0;
  std::size_t graded_ = 0;  // by this batch
  std::size_t attention_ = 0;
};

class BatchRun {
 public:
  explicit BatchRun(const Batch& batch) : batch_(batch), progress_(batch.students.size()) {
    end_.outcomes.resize(batch.students.size());
    for (std::size_t i = 0; i < batch.students.size(); ++i) waiting_.push_back(i);
  }

  BatchEnd run() {
    const auto start = Clock::now();
    for (const std::string& id : batch_.regrade) ask_for_regrade(batch_.grading, id);
    std::vector<std::thread> threads;
    const std::size_t count = std::clamp<std::size_t>(batch_.jobs, 1, batch_.students.size() + 1);
    // A grader ends with the thread that started it, so each thread waits for its grader.
    for (std::size_t i = 0; i < count; ++i) threads.emplace_back([this] { work(); });
    for (std::thread& thread : threads) thread.join();
    if (since_calibration_ > 0) calibrate_now();
    progress_.end();
    end_.seconds = seconds_since(start);
    return std::move(end_);
  }

 private:
  void work() {
    while (const auto student = next(waiting_)) {
      if (look_at(*student, false)) continue;
      const std::lock_guard guard(mutex_);
      busy_.push_back(*student);
    }
    while (const auto student = next(busy_)) look_at(*student, true);
  }

  std::optional<std::size_t> next(std::deque<std::size_t>& queue) {
    const std::lock_guard guard(mutex_);
    if (queue.empty()) return std::nullopt;
    const std::size_t student = queue.front();
    queue.pop_front();
    return student;
  }

  // False, and nothing is done, if another batch has the student's lock and this one is not to wait.
  bool look_at(std::size_t index, bool wait) {
    const Student& student = batch_.students[index];
    StudentOutcome outcome;
    try {
      const std::filesystem::path folder = batch_.grading.grades.student(student.id);
      const Descriptor lock = lock_folder(folder, wait);
      if (!lock) return false;
      outcome = bring_up_to_date(batch_.grading, student, lock, [this] { before_grading(); });
    } catch (const std::exception& error) {
      outcome.record.id = student.id;
      outcome.record.state = StudentState::kInfrastructure;
      outcome.record.message = error.what();
      outcome.headline = std::string("not graded: ") + error.what();
    }
    const std::lock_guard guard(mutex_);
    if (outcome.attempted) ++end_.graded;
    progress_.finished(student.id, outcome);
    end_.outcomes[index] = std::move(outcome);
    return true;
  }

  void before_grading() {
    {
      const std::lock_guard guard(mutex_);
      const bool due = begun_ % batch_.calibrate_every == 0;
      ++begun_;
      ++since_calibration_;
      if (!due) return;
      since_calibration_ = 1;
    }
    calibrate_now();
  }

  void calibrate_now() {
    if (batch_.reference.empty()) return;
    std::string fault;
    try {
      fault = calibrate(batch_.grading, batch_.reference);
    } catch (const std::exception& error) {
      fault = error.what();
    }
    const std::lock_guard guard(mutex_);
    if (fault.empty()) {
      ++end_.calibrations;
    } else {
      end_.failed_calibrations.push_back(fault);
    }
    progress_.calibrated(fault);
  }

  const Batch& batch_;
  BatchProgress progress_;
  std::mutex mutex_;  ///< for the members below, and for progress_
  std::deque<std::size_t> waiting_;
  std::deque<std::size_t> busy_;  ///< another batch has their lock
  std::size_t begun_ = 0;
  std::size_t since_calibration_ = 0;
  BatchEnd end_;
};

}  // namespace

BatchEnd run_batch(const Batch& batch) {
  return BatchRun(batch).run();
}

}  // namespace rowsort
