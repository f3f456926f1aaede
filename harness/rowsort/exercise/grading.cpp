#include "grading.h"

#include "rowsort/checks/block_size.h"
#include "rowsort/checks/order.h"
#include "rowsort/checks/rebuilt_csr.h"
#include "rowsort/matrix/lane_slots.h"
#include "rowsort/text.h"
#include "rowsort/worker/calls.h"

#include <algorithm>
#include <memory>

#include "answer_checks.h"
#include "check_list.h"
#include "kernel_checks.h"
#include "small_matrices.h"

namespace rowsort {
namespace {

class Grading {
 public:
  Grading(const TestCase& test_case, const GradingOptions& options)
      : test_case_(test_case), options_(options), checks_(grade_, options.rubric) {}

  GradedRun grade() {
    describe_test_case();
    grade_.ratio.not_measured_because = "the kernel was not run";
    grade_.memory.not_counted_because =
        options_.trace ? "the kernel was not run to a right end" : "tracing is off";
    grade_.counters.not_counted_because = "the kernel was not run to a right end on a GPU";
    try {
      if (!options_.build_fault) open_device();
      options_.is_variant ? run_variant_checks() : run_checks();
      checks_.conclude();
    } catch (const EnvironmentError& error) {
      grade_.error = GradeError{"infrastructure", error.what()};
    }
    return {std::move(grade_), test_case_.row_lengths, std::move(order_), std::move(bad_rows_)};
  }

 private:
  void run_checks() {
    check_answers();
    check_host_functions();
    check_small_matrices();
    check_matrix();
    check_prediction(test_case_, grade_, checks_);
    check_claim(test_case_, grade_, checks_);
    check_sentence(grade_, checks_);
  }

  void run_variant_checks() {
    check_host_functions();
    check_matrix();
  }

  void check_matrix() {
    if (checks_.passed(CheckId::kRebuiltCsr)) {
      bad_rows_ = check_kernel(test_case_, order_, *device_, options_, grade_, checks_);
    } else {
      checks_.stopped(CheckId::kAllRows, CheckId::kRebuiltCsr);
      checks_.stopped(CheckId::kMemory, CheckId::kRebuiltCsr);
    }
    check_lane_slots(test_case_, grade_, checks_);
  }

  void progress(const std::string& step) const {
    if (options_.progress) options_.progress(step);
  }

  void describe_test_case() {
    const Csr& matrix = test_case_.matrix;
    grade_.submission = options_.submission;
    grade_.device_note = options_.device_note;
    grade_.seed = test_case_.seed;
    grade_.matrix = {test_case_.name, matrix.rows(), matrix.cols, matrix.nnz(),
                     row_length_statistics(test_case_.row_lengths)};
    grade_.lane_slots.unsorted = lane_slots_thread_per_row(test_case_.row_lengths);
    grade_.lane_slots.minimum = lane_slots_minimum(test_case_.row_lengths);
  }

  void open_device() {
    progress("looking for a device");
    if (options_.device != DeviceChoice::kCpu) {
      try {
        device_ = std::make_unique<DeviceWorker>(options_.judge, DeviceKind::kCuda, options_.limit);
      } catch (const EnvironmentError& error) {
        if (options_.device == DeviceChoice::kCuda) throw;
        grade_.device_note = error.what();
      }
    }
    if (!device_) {
      device_ = std::make_unique<DeviceWorker>(options_.worker, DeviceKind::kCpu, options_.limit);
    }
    grade_.device = device_->info();
  }

  void check_answers() {
    try {
      grade_.answers = options_.read_answers();
      if (test_case_.is_skewed) {
        grade_.lane_slots.predicted = grade_.answers->predicted_lane_slots;
        grade_.ratio.claimed = grade_.answers->measured_ratio;
      }
      checks_.pass(CheckId::kAnswers, "answers.json is readable");
    } catch (const AnswersError& error) {
      checks_.fail(CheckId::kAnswers, error.what(), FaultKind::kUnreadableAnswers);
    }
  }

  // The worker's memory, which holds a second copy of the matrix, is given back when this returns.
  void check_host_functions() {
    if (options_.build_fault) return enter_build_fault();
    progress("sorting and rebuilding " + counted(test_case_.matrix.rows(), "row"));
    const Prepared prepared = prepare(options_.worker, test_case_.matrix, options_.limit);
    grade_.host = {prepared.sort_seconds, prepared.rebuild_seconds};
    check_build(prepared);
    check_order(prepared);
    check_rebuilt(prepared);
  }

  void enter_build_fault() {
    grade_.build_log = options_.build_fault->log;
    checks_.fail(CheckId::kBuilds, options_.build_fault->message, options_.build_fault->kind);
    checks_.stopped(CheckId::kOrder, CheckId::kBuilds);
    checks_.stopped(CheckId::kRebuiltCsr, CheckId::kOrder);
  }

  void check_build(const Prepared& prepared) {
    grade_.block_size = prepared.block_size;
    if (prepared.fault && prepared.fault->function.empty()) {
      checks_.fail(CheckId::kBuilds, prepared.fault->message, prepared.fault->kind);
    } else if (const auto fault = find_block_size_fault(*prepared.block_size)) {
      checks_.fail(CheckId::kBuilds, *fault, FaultKind::kIllegalLaunch);
    } else {
      checks_.pass(CheckId::kBuilds, options_.build);
    }
  }

  void check_order(const Prepared& prepared) {
    if (!checks_.passed(CheckId::kBuilds))
      return checks_.stopped(CheckId::kOrder, CheckId::kBuilds);
    if (!prepared.order) {
      return checks_.fail(CheckId::kOrder, prepared.fault->message, prepared.fault->kind);
    }
    const std::size_t rows = test_case_.matrix.rows();
    if (const auto fault = find_order_fault(*prepared.order, rows)) {
      return checks_.fail(CheckId::kOrder, fault->message);
    }
    checks_.pass(CheckId::kOrder, "the order names each of " + counted(rows, "row") + " once");
    order_.assign(prepared.order->begin(), prepared.order->end());
    count_lane_slots();
  }

  void count_lane_slots() {
    const std::uint64_t slots =
        lane_slots_thread_per_row(row_lengths_in_order(test_case_.row_lengths, order_));
    grade_.lane_slots.submitted = slots;
    if (slots == 0) return;
    grade_.ratio.predicted =
        static_cast<double>(grade_.lane_slots.unsorted) / static_cast<double>(slots);
  }

  void check_rebuilt(const Prepared& prepared) {
    if (!checks_.passed(CheckId::kOrder)) {
      return checks_.stopped(CheckId::kRebuiltCsr, CheckId::kOrder);
    }
    if (!prepared.rebuilt) {
      return checks_.fail(CheckId::kRebuiltCsr, prepared.fault->message, prepared.fault->kind);
    }
    const auto fault = find_rebuilt_fault(test_case_.matrix, order_, *prepared.rebuilt);
    checks_.set(CheckId::kRebuiltCsr, !fault,
                fault ? fault->message : "the rebuilt CSR is the matrix in that order");
  }

  void check_small_matrices() {
    if (!checks_.passed(CheckId::kBuilds)) {
      return checks_.stopped(CheckId::kSmallMatrices, CheckId::kBuilds);
    }
    const std::uint64_t seed = options_.small_matrices_seed.value_or(test_case_.seed);
    const auto shapes = edge_cases(*grade_.block_size, seed);
    for (const EdgeCase& shape : shapes) {
      progress("small matrices: " + shape.name);
      const auto fault = find_edge_case_fault(shape, seed, *device_, *grade_.block_size, options_);
      if (fault) {
        return checks_.fail(CheckId::kSmallMatrices, shape.name + ": " + fault->message,
                            fault->kind);
      }
    }
    checks_.pass(CheckId::kSmallMatrices, "all " + grouped(shapes.size()) + " come out right");
  }

  const TestCase& test_case_;
  const GradingOptions& options_;
  Grade grade_;
  CheckList checks_;
  std::unique_ptr<DeviceWorker> device_;
  std::vector<int> order_;
  std::vector<int> bad_rows_;
};

}  // namespace

void set_timed_pairs(GradingOptions& options, std::size_t pairs) {
  options.time = pairs > 0;
  options.measuring.min_pairs = options.measuring.max_pairs = pairs;
  options.measuring.budget = options.limit;
}

GradedRun grade_run(const TestCase& test_case, const GradingOptions& options) {
  return Grading(test_case, options).grade();
}

Grade grade_submission(const TestCase& test_case, const GradingOptions& options) {
  return grade_run(test_case, options).grade;
}

Grade error_grade(const GradingOptions& options, std::string kind, std::string message) {
  Grade grade;
  grade.submission = options.submission;
  grade.ratio.not_measured_because = "nothing was graded";
  grade.memory.not_counted_because = "nothing was graded";
  grade.counters.not_counted_because = "nothing was graded";
  grade.error = GradeError{std::move(kind), std::move(message)};
  return grade;
}

}  // namespace rowsort
