/// The local check: a submission linked with the harness. The same program is its own worker
/// (worker/worker.h) and its own judge (gpu/judge.h).

#include "rowsort/device/cpu_device.h"
#include "rowsort/errors.h"
#include "rowsort/exercise/grading.h"
#include "rowsort/exercise/test_case.h"
#include "rowsort/gpu/cuda_device.h"
#include "rowsort/gpu/judge.h"
#include "rowsort/progress_line.h"
#include "rowsort/submission.h"
#include "rowsort/version.h"
#include "rowsort/worker/worker.h"

#include <iostream>
#include <new>
#include <stdexcept>
#include <string_view>

#include "options.h"

namespace rowsort {
namespace {

TestCase make_test_case(const LocalCheckOptions& options) {
  if (options.matrix == "skewed") return skewed_case(options.seed);
  if (options.matrix == "even") return even_case(options.seed);
  return file_case(options.matrix, options.seed);
}

std::string build_text() {
  const std::string device = kDeviceBuild;
  return std::string("row_sort.cu builds with ") + kCompiler +
         (device.empty() ? ", without CUDA" : " and " + device);
}

GradingOptions grading_options(const LocalCheckOptions& options, ProgressLine& progress) {
  GradingOptions grading = options.grading;
  grading.submission = submission_name();
  grading.worker.arguments = {"/proc/self/exe", kWorkerOption};
  grading.judge.arguments = {"/proc/self/exe", kJudgeOption};
  grading.limit = std::chrono::milliseconds(static_cast<long long>(options.limit_seconds * 1000));
  if (options.timed_pairs) set_timed_pairs(grading, *options.timed_pairs);
  grading.read_answers = [file = options.answers] { return read_answers(file); };
  if (!options.rubric.empty()) grading.rubric = read_rubric(options.rubric);
  grading.build = build_text();
  grading.progress = [&progress](const std::string& step) { progress.show(step); };
  return grading;
}

GradedRun check(const LocalCheckOptions& options, const GradingOptions& grading) {
  const auto nothing_graded = [&](const char* kind, const std::string& message) {
    return GradedRun{error_grade(grading, kind, message), {}, {}, {}};
  };
  grading.progress("preparing the matrix " + options.matrix);
  try {
    return grade_run(make_test_case(options), grading);
  } catch (const UsageError& error) {
    return nothing_graded("usage", error.what());
  } catch (const std::length_error& error) {
    return nothing_graded("usage", options.matrix + ": " + error.what());
  } catch (const std::bad_alloc&) {
    return nothing_graded("infrastructure", "this machine has not enough memory");
  }
}

int run_local_check(const LocalCheckOptions& options) {
  require_writable_outcome(options.outcome);
  ProgressLine progress(!options.outcome.quiet);
  const GradedRun run = check(options, grading_options(options, progress));
  progress.clear();
  return write_outcome(run, options.outcome);
}

int run(int argc, char** argv) try {
  const std::string_view only_argument = argc == 2 ? argv[1] : "";
  if (only_argument == kWorkerOption) {
    return run_worker({sort_rows, rebuild, block_size, spmv_sorted, spmv_sorted_traced});
  }
  if (only_argument == kJudgeOption) {
    return run_judge([] { return make_cuda_device(submission_image()); });
  }
  const ParsedOptions parsed = parse_options(argc, argv);
  if (parsed.exit_status) return *parsed.exit_status;
  return run_local_check(parsed.options);
} catch (const UsageError& error) {
  std::cerr << submission_name() << ": " << error.what() << std::endl;
  return kExitUsage;
} catch (const std::exception& error) {
  std::cerr << submission_name() << ": " << error.what() << std::endl;
  return kExitEnvironment;
}

}  // namespace
}  // namespace rowsort

int main(int argc, char** argv) {
  return rowsort::run(argc, argv);
}
