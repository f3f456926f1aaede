#include "study.h"

#include "rowsort/checks/rows.h"
#include "rowsort/measure/statistics.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace rowsort::lesson {
namespace {

// Thrown to leave a method whose result is wrong.
struct WrongRows {
  std::string what;
};

class MethodRun {
 public:
  MethodRun(const Exercise& exercise, MethodStudy& study, Runner& runner,
            const StudyOptions& options)
      : exercise_(exercise), study_(study), runner_(runner), options_(options) {}

  void run() try {
    say("building the format of");
    plan_ = study_.method->plan(exercise_.matrix, options_.format_limit);
    order_ = plan_.order;
    if (order_.empty()) {
      order_.resize(plan_.rows);
      std::iota(order_.begin(), order_.end(), 0);
    }
    if (std::string refusal = runner_.refuse(plan_); !refusal.empty()) {
      return conclude(Outcome::kSkipped, std::move(refusal));
    }
    say("running");
    compare(runner_.multiply(plan_, exercise_.x));
    if (options_.count && !plan_.cusparse) count();
    if (options_.runs > 0 && runner_.can_time()) time();
    conclude(Outcome::kRight, {});
  } catch (const FormatTooLarge& refusal) {
    conclude(Outcome::kRefused, refusal.what());
  } catch (const WrongRows& wrong) {
    conclude(Outcome::kWrong, wrong.what);
  } catch (const KernelFailure& failure) {
    conclude(Outcome::kWrong, failure.what());
  }

 private:
  void say(const char* doing) const {
    options_.progress(exercise_.name + ": " + doing + " " + study_.method->name);
  }

  void conclude(Outcome outcome, std::string note) {
    study_.outcome = outcome;
    study_.note = std::move(note);
  }

  void compare(std::span<const float> y) const {
    const RowComparison comparison =
        compare_rows(exercise_.matrix, exercise_.x, exercise_.expected, order_, y);
    if (comparison.bad_rows > 0) throw WrongRows{describe(comparison)};
  }

  void count() {
    say("counting");
    const PlanTrace trace = trace_plan(plan_, exercise_.x);
    compare(trace.y);
    study_.traffic =
        Traffic{trace.lane_slots, trace.load_requests, trace.load_sectors, trace.store_sectors};
  }

  void time() {
    say("timing");
    study_.microseconds = runner_.time(plan_, exercise_.x, options_.runs,
                                       [this](std::span<const float> y) { compare(y); });
  }

  const Exercise& exercise_;
  MethodStudy& study_;
  Runner& runner_;
  const StudyOptions& options_;
  Plan plan_;
  std::vector<int> order_;
};

MethodStudy survey_method(const Method& method, const Exercise& exercise) {
  MethodStudy study;
  study.method = &method;
  study.size = method.size(exercise.row_lengths);
  if (method.lane_slots) study.lane_slots = method.lane_slots(exercise.row_lengths);
  return study;
}

}  // namespace

MatrixStudy survey(const Exercise& exercise, const StudyOptions& options) {
  MatrixStudy study;
  study.exercise = &exercise;
  study.lengths = row_length_statistics(exercise.row_lengths);
  if (options.methods.empty()) {
    for (const Method& method : methods()) {
      study.methods.push_back(survey_method(method, exercise));
    }
  }
  for (const std::string& id : options.methods) {
    study.methods.push_back(survey_method(find_method(id), exercise));
  }
  return study;
}

void run_study(MatrixStudy& study, Runner& runner, const StudyOptions& options) {
  const Exercise& exercise = *study.exercise;
  if (options.runs > 0 && runner.can_time()) {
    options.progress(exercise.name + ": timing the floor");
    const Plan csr = find_method("csr-thread").plan(exercise.matrix, options.format_limit);
    study.floor_microseconds = runner.time_floor(csr, exercise.x, options.runs);
  }
  for (MethodStudy& method : study.methods) MethodRun(exercise, method, runner, options).run();
}

bool all_right(const MatrixStudy& study) {
  return std::none_of(study.methods.begin(), study.methods.end(),
                      [](const MethodStudy& method) { return method.outcome == Outcome::kWrong; });
}

const MethodStudy* fastest_method(const MatrixStudy& study, bool of_library) {
  const MethodStudy* best = nullptr;
  for (const MethodStudy& method : study.methods) {
    const bool is_library = !method.method->lane_slots;
    if (method.microseconds.empty() || is_library != of_library) continue;
    if (best == nullptr || median_time(method.microseconds) < median_time(best->microseconds)) {
      best = &method;
    }
  }
  return best;
}

double median_time(const std::vector<double>& microseconds) {
  if (microseconds.empty()) throw std::invalid_argument("nothing was timed");
  return median(microseconds);
}

std::uint64_t model_bytes(const MatrixStudy& study, const MethodStudy& method) {
  const Csr& matrix = study.exercise->matrix;
  return method.size.bytes + sizeof(float) * (matrix.cols + matrix.rows());
}

}  // namespace rowsort::lesson
