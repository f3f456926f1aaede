#pragma once

#include "rowsort/grade/grade.h"
#include "rowsort/worker/calls.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grading_options.h"
#include "matrix_run.h"
#include "test_case.h"

/// The checks of a submission, as one table.
namespace rowsort {

/// What the checks of one submission on one matrix work with. Each check reads what the checks that
/// it needs have left here, and leaves what it found.
struct Inspection {
  const TestCase& test_case;
  const GradingOptions& options;
  Grade& grade;                          ///< the facts, and the results so far
  std::unique_ptr<DeviceWorker> device;  ///< null when there is nothing to run
  HostRun host;                          ///< from `builds` on
  KernelRunResult kernel;                ///< from `all_rows` on
};

/// How one check came out.
struct Verdict {
  CheckStatus status = CheckStatus::kSkipped;
  std::string message;
  FaultKind fault = FaultKind::kWrongAnswer;
  bool counts = true;  ///< whether its points can be earned in this run

  static Verdict pass(std::string message) { return {CheckStatus::kPass, std::move(message)}; }
  static Verdict fail(std::string message, FaultKind fault = FaultKind::kWrongAnswer) {
    return {CheckStatus::kFail, std::move(message), fault};
  }
  /// Not run because the check `needed` did not pass; its points are lost.
  static Verdict stopped_by(std::string_view needed) {
    return {CheckStatus::kSkipped,
            "not run, because the check " + std::string(needed) + " did not pass"};
  }
  /// Does not apply here, or this machine cannot run it; its points do not count.
  static Verdict not_counted(std::string reason) {
    return {CheckStatus::kSkipped, std::move(reason), FaultKind::kWrongAnswer, false};
  }
};

struct Check {
  std::string_view id;                  ///< its name in grades and in rubric.json
  std::vector<std::string_view> needs;  ///< the checks that have to pass before it can run
  bool decides_pass;                    ///< whether a submission that fails it fails as a whole
  bool is_about_matrix;                 ///< whether it also runs on the variants
  bool is_about_answers;                ///< whether it applies to the skewed matrix alone
  Verdict (*run)(Inspection& inspection);
};

/// All checks, in the order in which they run and are reported.
std::span<const Check> check_table();

/// Runs one check and enters its result, or enters why it cannot run. Throws EnvironmentError.
void run_check(const Check& check, Inspection& inspection);

/// Runs the checks of the table in order, on a variant only those about the matrix. Throws
/// EnvironmentError.
void run_checks(Inspection& inspection);

/// Enters a check's result with the points that the rubric gives it, in the table's order. It
/// replaces an earlier result of the same check.
void enter(Grade& grade, std::string_view id, const Verdict& verdict, const Rubric& rubric);

/// Stops the checks of the kernel (those that need `rebuilt_csr`) that passed, but directly or
/// indirectly need a check that has not.
void stop_kernel_checks(Grade& grade, const Rubric& rubric);

/// Sets status, score and error from the checks so far.
void conclude(Grade& grade);

}  // namespace rowsort
