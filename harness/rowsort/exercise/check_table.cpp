#include "check_table.h"

#include "rowsort/checks/host_answers.h"
#include "rowsort/checks/rows.h"
#include "rowsort/matrix/lane_slots.h"
#include "rowsort/text.h"

#include <algorithm>
#include <cmath>

#include "kernel_measurements.h"

namespace rowsort {
namespace {

// A claim agrees with the measured interval widened on both sides by this share of the median. The
// interval holds for another measurement on this GPU today; a claim comes from another day and
// perhaps another GPU of the same model.
constexpr double kClaimTolerance = 0.10;

Verdict fail(const SubmissionFault& fault) {
  return Verdict::fail(fault.message, fault.kind);
}

Verdict check_builds(Inspection& inspection) {
  const GradingOptions& options = inspection.options;
  Grade& grade = inspection.grade;
  if (options.build_fault) {
    grade.build_log = options.build_fault->log;
    return Verdict::fail(options.build_fault->message, options.build_fault->kind);
  }
  options.show_progress("sorting and rebuilding " +
                        counted(inspection.test_case.matrix.rows(), "row"));
  inspection.host = run_host_functions(inspection.test_case.matrix, options);
  grade.host = inspection.host.times;
  grade.block_size = inspection.host.block_size;
  if (inspection.host.start_fault) return fail(*inspection.host.start_fault);
  if (!grade.block_size) {
    return Verdict::fail("the submission's process did not say its block_size",
                         FaultKind::kMalformedAnswer);
  }
  if (const auto fault = find_block_size_fault(*grade.block_size)) {
    return Verdict::fail(*fault, FaultKind::kIllegalLaunch);
  }
  return Verdict::pass(options.build);
}

Verdict check_answers(Inspection& inspection) try {
  Grade& grade = inspection.grade;
  grade.answers = inspection.options.read_answers();
  if (inspection.test_case.is_skewed) {
    grade.lane_slots.predicted = grade.answers->predicted_lane_slots;
    grade.ratio.claimed = grade.answers->measured_ratio;
  }
  return Verdict::pass("answers.json is readable");
} catch (const AnswersError& error) {
  return Verdict::fail(error.what(), error.kind());
}

Verdict check_order(Inspection& inspection) {
  if (inspection.host.order_fault) return fail(*inspection.host.order_fault);
  const TestCase& test_case = inspection.test_case;
  Grade& grade = inspection.grade;
  const std::uint64_t slots =
      lane_slots_thread_per_row(row_lengths_in_order(test_case.row_lengths, inspection.host.order));
  grade.lane_slots.submitted = slots;
  if (slots > 0) {
    grade.ratio.predicted =
        static_cast<double>(grade.lane_slots.unsorted) / static_cast<double>(slots);
  }
  return Verdict::pass("the order names each of " + counted(test_case.matrix.rows(), "row") +
                       " once");
}

Verdict check_rebuilt_csr(Inspection& inspection) {
  if (inspection.host.rebuilt_fault) return fail(*inspection.host.rebuilt_fault);
  return Verdict::pass("the rebuilt CSR is the matrix in that order");
}

Verdict check_small_matrices(Inspection& inspection) {
  const GradingOptions& options = inspection.options;
  const int block_size = *inspection.grade.block_size;
  const std::uint64_t seed = options.small_matrices_seed.value_or(inspection.test_case.seed);
  const std::vector<TestCase> matrices = edge_cases(block_size, seed);
  for (const TestCase& matrix : matrices) {
    options.show_progress("small matrices: " + matrix.name);
    const auto fault = find_edge_case_fault(matrix, block_size, options, *inspection.device);
    if (fault) return Verdict::fail(matrix.name + ": " + fault->message, fault->kind);
  }
  return Verdict::pass("all " + grouped(matrices.size()) + " come out right");
}

// The message with the diagnosis of the kernel that went wrong.
std::string explained(const std::string& message, const Inspection& inspection) {
  const GradingOptions& options = inspection.options;
  options.show_progress("tracing spmv_sorted to explain what went wrong");
  return diagnose(message, inspection.kernel.sorted, inspection.test_case.x,
                  *inspection.grade.block_size, options);
}

// A kernel that is right is timed, and every row of every timed run is compared too.
Verdict check_all_rows(Inspection& inspection) {
  const TestCase& test_case = inspection.test_case;
  Grade& grade = inspection.grade;
  KernelRunResult& kernel = inspection.kernel;
  inspection.options.show_progress("running spmv_sorted on " +
                                   counted(test_case.matrix.rows(), "row"));
  kernel = run_kernel(test_case, inspection.host.order, *grade.block_size, *inspection.device);
  grade.ratio.not_measured_because = "the kernel failed";
  if (kernel.fault) {
    return Verdict::fail(explained(kernel.fault->message, inspection), kernel.fault->kind);
  }
  const std::string bad_run = kernel.rows.first_bad ? "" : time_kernel(inspection);
  if (kernel.fault) {
    return Verdict::fail("in a timed run, " + kernel.fault->message, kernel.fault->kind);
  }
  grade.rows_compared = kernel.rows.rows;
  grade.bad_rows = kernel.rows.bad_rows;
  grade.first_bad_row = kernel.rows.first_bad;
  const std::string message = bad_run + describe(kernel.rows);
  if (!kernel.rows.first_bad) return Verdict::pass(message);
  grade.ratio.not_measured_because = "not every row matches";
  return Verdict::fail(explained(message, inspection));
}

Verdict check_memory(Inspection& inspection) {
  const KernelRunResult& kernel = inspection.kernel;
  if (kernel.fault) return Verdict::stopped_by("all_rows");
  if (kernel.tampering) {
    // Where a row is bad, its own message has the diagnosis.
    return Verdict::fail(
        kernel.rows.first_bad ? *kernel.tampering : explained(*kernel.tampering, inspection),
        FaultKind::kTamperedInput);
  }
  if (kernel.rows.unwritten > 0) {
    return Verdict::fail("the kernel left " + counted(kernel.rows.unwritten, "element") +
                         " of y unwritten");
  }
  return Verdict::pass("inputs unchanged, nothing outside y written, all of y written");
}

Verdict check_lane_slots(Inspection& inspection) {
  const LaneSlots& lane_slots = inspection.grade.lane_slots;
  const std::uint64_t slots = *lane_slots.submitted;
  const std::string count = grouped(slots) + " lane-slots, " +
                            percent(useful_share(inspection.test_case.matrix.nnz(), slots)) +
                            " of them useful";
  if (slots == lane_slots.minimum) {
    return Verdict::pass(count + ": no order of these rows needs fewer");
  }
  return Verdict::fail(
      count +
      ", but another order needs fewer: a warp waits for the longest of its 32 rows, so let rows "
      "of similar length share a warp");
}

Verdict check_prediction(Inspection& inspection) {
  const auto predicted = inspection.grade.lane_slots.predicted;
  if (!predicted) {
    return Verdict::fail(
        "predicted_lane_slots is null: work out what the sorted matrix needs, before you sort it, "
        "and write it into answers.json");
  }
  const std::string text = "predicted " + grouped(*predicted) + " lane-slots";
  if (*predicted == inspection.grade.lane_slots.minimum) {
    return Verdict::pass(text + ", which is what sorted rows need");
  }
  return Verdict::fail(
      text + ", which is not what sorted rows need: add up 32 * (longest row) over the warps");
}

std::string how_to_claim(const Grade& grade) {
  if (!grade.ratio.measured) {
    return "run on a GPU, then write unsorted time / sorted time into answers.json";
  }
  return "this run measured " + fixed(*grade.ratio.measured, 2) +
         ", write it into answers.json, with \"" + grade.device->name + "\" as measured_on";
}

// A claim about what this run measured on this GPU.
Verdict compare_claim(const std::string& claim, const Grade& grade) {
  const double claimed = *grade.ratio.claimed;
  const double measured = *grade.ratio.measured;
  const Measurement& measurement = grade.timing->measurement;
  const std::string text = claim + ", measured " + fixed(measured, 2) + "x";
  if (!measurement.conclusive()) {
    return Verdict::not_counted(text +
                                ", which is inconclusive: " + measurement.inconclusive_because);
  }
  const Interval& interval = *measurement.interval;
  const double margin = kClaimTolerance * measured;
  const std::string range = " (" + fixed(interval.low, 2) + " to " + fixed(interval.high, 2) + ")";
  if (Interval{interval.low - margin, interval.high + margin}.contains(claimed)) {
    return Verdict::pass(text + range + ": they agree");
  }
  return Verdict::fail(text + range + ": they differ by " +
                       percent(std::abs(claimed - measured) / measured) +
                       "; if you measured on another GPU, name it in measured_on");
}

Verdict check_claim(Inspection& inspection) {
  const Grade& grade = inspection.grade;
  if (!grade.ratio.claimed) {
    return Verdict::fail("measured_ratio is null: " + how_to_claim(grade));
  }
  const std::string claim = "claimed " + fixed(*grade.ratio.claimed, 2) + "x";
  if (!grade.ratio.measured) {
    return Verdict::not_counted(claim + "; not compared: " + grade.ratio.not_measured_because);
  }
  const std::string& elsewhere = grade.answers->measured_on;
  if (!elsewhere.empty() && elsewhere != grade.device->name) {
    return Verdict::pass(claim + " on " + elsewhere + ", measured " +
                         fixed(*grade.ratio.measured, 2) + "x on " + grade.device->name +
                         ": not comparable, both are kept");
  }
  return compare_claim(claim, grade);
}

Verdict check_sentence(Inspection& inspection) {
  const bool written = !inspection.grade.answers->sentence.empty();
  return Verdict::not_counted(written ? "for a person to read"
                                      : "not written yet: say in one sentence why the time fell "
                                        "less than the lane-slots did");
}

// Points are in grading/rubric.json.
const std::vector<Check> kChecks = {
    // id, needs, decides_pass, is_about_matrix, is_about_answers
    {"builds", {}, true, true, false, check_builds},
    {"answers", {}, true, false, false, check_answers},
    {"order", {"builds"}, true, true, false, check_order},
    {"rebuilt_csr", {"order"}, true, true, false, check_rebuilt_csr},
    {"small_matrices", {"builds"}, true, false, false, check_small_matrices},
    {"all_rows", {"rebuilt_csr"}, true, true, false, check_all_rows},
    {"memory", {"rebuilt_csr"}, true, true, false, check_memory},
    {"lane_slots", {"all_rows"}, false, true, false, check_lane_slots},
    {"prediction", {"answers", "all_rows"}, false, false, true, check_prediction},
    {"claim", {"answers", "all_rows"}, false, false, true, check_claim},
    {"sentence", {"answers"}, false, false, false, check_sentence},
};

const Check& check_called(std::string_view id) {
  return *std::ranges::find(kChecks, id, &Check::id);
}

// The first check that this one needs and that did not pass, or null.
const std::string_view* missing_need(const Check& check, const Grade& grade) {
  const auto need =
      std::ranges::find_if(check.needs, [&](std::string_view id) { return !passed(grade, id); });
  return need == check.needs.end() ? nullptr : &*need;
}

// Whether the check needs the other one, directly or through a third.
bool needs(const Check& check, std::string_view other) {
  return std::ranges::any_of(check.needs, [&](std::string_view id) {
    return id == other || needs(check_called(id), other);
  });
}

Verdict verdict_of(const Check& check, Inspection& inspection) {
  if (check.is_about_answers && !inspection.test_case.is_skewed) {
    return Verdict::not_counted("the answers are about the skewed matrix; this is another one");
  }
  if (const std::string_view* need = missing_need(check, inspection.grade)) {
    return Verdict::stopped_by(*need);
  }
  return check.run(inspection);
}

}  // namespace

std::span<const Check> check_table() {
  return kChecks;
}

void run_check(const Check& check, Inspection& inspection) {
  enter(inspection.grade, check.id, verdict_of(check, inspection), inspection.options.rubric);
}

void run_checks(Inspection& inspection) {
  for (const Check& check : kChecks) {
    if (!inspection.options.is_variant || check.is_about_matrix) run_check(check, inspection);
  }
}

void enter(Grade& grade, std::string_view id, const Verdict& verdict, const Rubric& rubric) {
  const double points = rubric.points(id);
  const CheckResult result{std::string(id),
                           verdict.status,
                           verdict.status == CheckStatus::kPass ? points : 0,
                           verdict.counts ? points : 0,
                           verdict.message,
                           verdict.fault,
                           check_called(id).decides_pass};
  const auto same = std::ranges::find(grade.checks, id, &CheckResult::id);
  if (same != grade.checks.end()) {
    *same = result;
  } else {
    grade.checks.push_back(result);
  }
}

void stop_kernel_checks(Grade& grade, const Rubric& rubric) {
  for (const Check& check : kChecks) {
    if (!needs(check, "rebuilt_csr") || !passed(grade, check.id)) continue;
    const auto missing = std::ranges::find_if(kChecks, [&](const Check& other) {
      // A kernel that wrote wrong rows elsewhere may have done anything there.
      return (other.id == "all_rows" || needs(check, other.id)) && !passed(grade, other.id);
    });
    if (missing != kChecks.end()) enter(grade, check.id, Verdict::stopped_by(missing->id), rubric);
  }
}

void conclude(Grade& grade) {
  double score = 0;
  grade.max_score = 0;
  grade.error.reset();
  for (const CheckResult& check : grade.checks) {
    score += check.points;
    grade.max_score += check.max_points;
    if (check.decides_pass && check.status == CheckStatus::kFail && !grade.error) {
      grade.error = GradeError{std::string(fault_name(check.fault)), check.message};
    }
  }
  grade.score = score;
  grade.status = grade.error ? GradeStatus::kFail : GradeStatus::kPass;
}

const CheckResult* find_check(const Grade& grade, std::string_view id) {
  const auto check = std::ranges::find(grade.checks, id, &CheckResult::id);
  return check == grade.checks.end() ? nullptr : &*check;
}

bool passed(const Grade& grade, std::string_view id) {
  const CheckResult* check = find_check(grade, id);
  return check != nullptr && check->status == CheckStatus::kPass;
}

}  // namespace rowsort
