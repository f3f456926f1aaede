#include "study.h"

#include "rowsort/checks/rows.h"
#include "rowsort/measure/statistics.h"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <stdexcept>

namespace rowsort::lesson {
namespace {

class MethodRun {
 public:
  MethodRun(const TestCase& test_case, MethodStudy& study, Runner& runner,
            const StudyOptions& options)
      : test_case_(test_case), study_(study), runner_(runner), options_(options) {}

  void run() try {
    say("building the format of");
    plan_ = study_.method->plan(test_case_.matrix, options_.format_limit);
    order_ = plan_.order;
    if (order_.empty()) {
      order_.resize(plan_.rows);
      std::iota(order_.begin(), order_.end(), 0);
    }
    if (std::string refusal = runner_.refuse(plan_); !refusal.empty()) {
      return conclude(Outcome::kSkipped, std::move(refusal));
    }
    say("running");
    compare(runner_.multiply(plan_, test_case_.x));
    if (options_.count && !plan_.cusparse) count();
    if (options_.runs > 0 && runner_.can_time()) time();
    conclude(Outcome::kRight, {});
  } catch (const FormatTooLarge& refusal) {
    conclude(Outcome::kRefused, refusal.what());
  } catch (const SubmissionError& wrong) {
    conclude(Outcome::kWrong, wrong.what());
  }

 private:
  void say(const char* doing) const {
    options_.progress(test_case_.name + ": " + doing + " " + study_.method->name);
  }

  void conclude(Outcome outcome, std::string note) {
    study_.outcome = outcome;
    study_.note = std::move(note);
  }

  void compare(std::span<const float> y) const {
    const RowComparison comparison =
        compare_rows(test_case_.matrix, test_case_.x, test_case_.expected, order_, y);
    if (comparison.bad_rows == 0) return;
    throw SubmissionError(FaultKind::kWrongAnswer, describe(comparison));
  }

  void count() {
    say("counting");
    const PlanTrace trace = trace_plan(plan_, test_case_.x);
    compare(trace.y);
    study_.traffic = trace.traffic;
  }

  void time() {
    say("timing");
    study_.microseconds = runner_.time(plan_, test_case_.x, options_.runs,
                                       [this](std::span<const float> y) { compare(y); });
  }

  const TestCase& test_case_;
  MethodStudy& study_;
  Runner& runner_;
  const StudyOptions& options_;
  Plan plan_;
  std::vector<int> order_;
};

}  // namespace

std::string outcome_name(Outcome outcome) {
  static constexpr const char* names[] = {"not_run", "right", "wrong", "refused", "skipped"};
  return names[static_cast<std::size_t>(outcome)];
}

MatrixStudy survey(const TestCase& test_case, const StudyOptions& options) {
  MatrixStudy study;
  study.test_case = &test_case;
  study.lengths = row_length_statistics(test_case.row_lengths);
  for (const std::string& id : options.methods.empty() ? method_ids() : options.methods) {
    MethodStudy& method = study.methods.emplace_back();
    method.method = &find_method(id);
    method.size = method.method->size(test_case.row_lengths);
    if (const auto& lane_slots = method.method->lane_slots) {
      method.lane_slots = lane_slots(test_case.row_lengths);
    }
  }
  return study;
}

void run_study(MatrixStudy& study, Runner& runner, const StudyOptions& options) {
  const TestCase& test_case = *study.test_case;
  if (options.runs > 0 && runner.can_time()) {
    options.progress(test_case.name + ": timing the floor");
    const Plan csr = find_method("csr-thread").plan(test_case.matrix, options.format_limit);
    study.floor_microseconds = runner.time_floor(csr, test_case.x, options.runs);
  }
  for (MethodStudy& method : study.methods) MethodRun(test_case, method, runner, options).run();
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

double time_on_cpu(const std::function<void()>& work) {
  work();
  std::vector<double> microseconds(5);
  for (double& time : microseconds) {
    const auto start = std::chrono::steady_clock::now();
    work();
    time =
        std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
  }
  return median(microseconds);
}

std::uint64_t model_bytes(const MatrixStudy& study, const FormatSize& format) {
  const Csr& matrix = study.test_case->matrix;
  return format.bytes + sizeof(float) * (matrix.cols + matrix.rows());
}

}  // namespace rowsort::lesson
