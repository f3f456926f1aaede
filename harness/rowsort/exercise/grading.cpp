#include "grading.h"

#include "rowsort/matrix/lane_slots.h"
#include "rowsort/matrix/row_lengths.h"
#include "rowsort/text.h"

#include <memory>

#include "check_table.h"
#include "kernel_measurements.h"

namespace rowsort {
namespace {

Grade describe_test_case(const TestCase& test_case, const GradingOptions& options) {
  const Csr& matrix = test_case.matrix;
  Grade grade;
  grade.submission = options.submission;
  grade.device_note = options.device_note;
  grade.seed = test_case.seed;
  grade.matrix = {test_case.name, matrix.rows(), matrix.cols, matrix.nnz(),
                  row_length_statistics(test_case.row_lengths)};
  grade.lane_slots.unsorted = lane_slots_thread_per_row(test_case.row_lengths);
  grade.lane_slots.minimum = lane_slots_minimum(test_case.row_lengths);
  grade.ratio.not_measured_because = "the kernel was not run";
  grade.memory.not_counted_because =
      options.trace ? "the kernel had no correct run" : "tracing is off";
  grade.counters.not_counted_because = "the kernel had no correct run on a GPU";
  return grade;
}

// The GPU where there is one and it may be taken, otherwise the CPU device.
std::unique_ptr<DeviceWorker> open_device(const GradingOptions& options, Grade& grade) {
  options.show_progress("looking for a device");
  std::unique_ptr<DeviceWorker> device;
  if (options.device != DeviceChoice::kCpu) {
    try {
      device = std::make_unique<DeviceWorker>(options.judge, DeviceKind::kCuda, options.limit);
    } catch (const EnvironmentError& error) {
      if (options.device == DeviceChoice::kCuda) throw;
      grade.device_note = error.what();
    }
  }
  if (!device) {
    device = std::make_unique<DeviceWorker>(options.worker, DeviceKind::kCpu, options.limit);
  }
  grade.device = device->info();
  return device;
}

std::string variant_prefix(const Grade& variant) {
  return "on the " + variant.matrix.name + " variant (seed " + std::to_string(variant.seed) + ", " +
         counted(variant.matrix.rows, "row") + "): ";
}

}  // namespace

void set_timed_pairs(GradingOptions& options, std::size_t pairs) {
  options.time = pairs > 0;
  options.measuring.min_pairs = options.measuring.max_pairs = pairs;
  options.measuring.budget = options.limit;
}

GradedRun grade_run(const TestCase& test_case, const GradingOptions& options) {
  Grade grade = describe_test_case(test_case, options);
  Inspection inspection{test_case, options, grade, {}, {}, {}};
  try {
    if (!options.build_fault) inspection.device = open_device(options, grade);
    run_checks(inspection);
    count_accesses(inspection);
    conclude(grade);
  } catch (const EnvironmentError& error) {
    grade.error = GradeError{"infrastructure", error.what()};
  }
  return {std::move(grade), test_case.row_lengths, std::move(inspection.host.order),
          std::move(inspection.kernel.rows.bad_row_numbers)};
}

void add_variant(Grade& grade, Grade variant, const Rubric& rubric) {
  if (variant.status == GradeStatus::kError) {
    grade.status = GradeStatus::kError;
    grade.score.reset();
    grade.error = variant.error;
  } else if (grade.status != GradeStatus::kError) {
    for (const CheckResult& check : variant.checks) {
      if (check.status != CheckStatus::kFail || !passed(grade, check.id)) continue;
      enter(grade, check.id, Verdict::fail(variant_prefix(variant) + check.message, check.fault),
            rubric);
    }
    stop_kernel_checks(grade, rubric);
    conclude(grade);
  }
  grade.variants.push_back(std::move(variant));
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
