/// The local check: a submission linked with the harness. The same program is its own worker, see
/// worker.h.

#include "rowsort/grade/exercise.h"
#include "rowsort/grade/grade_json.h"
#include "rowsort/grade/grading.h"
#include "rowsort/grade/report.h"
#include "rowsort/matrix/matrix_market.h"
#include "rowsort/page/page.h"
#include "rowsort/progress_line.h"
#include "rowsort/submission.h"
#include "rowsort/version.h"
#include "rowsort/whole_file.h"
#include "rowsort/worker/worker.h"

#include <cstdlib>
#include <iostream>
#include <new>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "exit_status.h"
#include "identity.h"
#include "options.h"
#include <unistd.h>

namespace rowsort {
namespace {

Exercise make_exercise(const LocalCheckOptions& options) {
  if (options.matrix == "skewed") return skewed_exercise(options.seed);
  if (options.matrix == "even") return even_exercise(options.seed);
  return file_exercise(options.matrix, options.seed);
}

std::string build_text() {
  const std::string device = kDeviceBuild;
  return std::string("row_sort.cu builds with ") + kCompiler +
         (device.empty() ? ", without CUDA" : " and " + device);
}

GradingOptions grading_options(const LocalCheckOptions& options, ProgressLine& progress) {
  GradingOptions grading;
  grading.submission = submission_name();
  grading.worker = {"/proc/self/exe"};
  grading.device = options.device;
  grading.gpu_counters = options.gpu_counters;
  if (options.timed_pairs) {
    grading.time = *options.timed_pairs > 0;
    grading.measuring.min_pairs = grading.measuring.max_pairs = *options.timed_pairs;
    grading.measuring.budget = grading.limit;
  }
  grading.limit = std::chrono::milliseconds(static_cast<long long>(options.limit_seconds * 1000));
  grading.answers = options.answers;
  grading.trace = options.trace;
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
    return grade_run(make_exercise(options), grading);
  } catch (const MatrixMarketError& error) {
    return nothing_graded("usage", error.what());
  } catch (const std::length_error& error) {
    return nothing_graded("usage", options.matrix + ": " + error.what());
  } catch (const std::bad_alloc&) {
    return nothing_graded("environment", "this machine has not enough memory");
  }
}

bool use_colour() {
  const char* no_colour = std::getenv("NO_COLOR");
  return isatty(STDOUT_FILENO) != 0 && (no_colour == nullptr || *no_colour == '\0');
}

int exit_status(const Grade& grade) {
  switch (grade.status) {
    case GradeStatus::kPass:
      return kExitPass;
    case GradeStatus::kFail:
      return kExitSubmission;
    case GradeStatus::kError:
      break;
  }
  return grade.error->kind == "usage" ? kExitUsage : kExitEnvironment;
}

int run_local_check(const LocalCheckOptions& options) {
  const bool wants_page = !options.html.empty();
  require_writable(options.json);
  if (wants_page) require_writable(options.html);
  ProgressLine progress(!options.quiet);
  const GradedRun run = check(options, grading_options(options, progress));
  const Grade& grade = run.grade;
  write_grade(grade, options.json);
  if (wants_page) write_page(run, options.html);
  progress.clear();
  if (!options.quiet) {
    std::cout << report(grade, {.colour = use_colour()}) << "grade written to "
              << options.json.string() << "\n";
    if (wants_page) std::cout << "page written to " << options.html.string() << "\n";
    std::cout << std::flush;
  } else if (grade.error) {
    std::cerr << submission_name() << ": " << grade.error->message << std::endl;
  }
  return exit_status(grade);
}

int run(int argc, char** argv) try {
  if (argc == 3 && std::string_view(argv[1]) == kWorkerOption) {
    return run_worker(argv[2], {sort_rows, rebuild, block_size, spmv_sorted, spmv_sorted_traced},
                      [] { return make_cuda_device(submission_image(), harness_image()); });
  }
  const ParsedOptions parsed = parse_options(argc, argv);
  if (parsed.exit_status) return *parsed.exit_status;
  return run_local_check(parsed.options);
} catch (const RubricError& error) {
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
