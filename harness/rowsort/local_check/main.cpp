/// The local check: a submission linked with the harness. The same program is its own worker
/// (worker/worker.h) and its own judge (gpu/judge.h).

#include "rowsort/device/cpu_device.h"
#include "rowsort/errors.h"
#include "rowsort/exercise/grading.h"
#include "rowsort/exercise/test_case.h"
#include "rowsort/gpu/cuda_device.h"
#include "rowsort/gpu/judge.h"
#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/progress_line.h"
#include "rowsort/report/outcome.h"
#include "rowsort/report/text_page.h"
#include "rowsort/submission.h"
#include "rowsort/version.h"
#include "rowsort/worker/judge_job.h"
#include "rowsort/worker/worker.h"

#include <filesystem>
#include <iostream>
#include <new>
#include <optional>
#include <stdexcept>
#include <string_view>

#include <CLI/CLI.hpp>

namespace rowsort {

// The name of this program, and the answers.json that goes with it; generated for each submission
// from harness/cmake/submission_identity.cpp.in.
const char* submission_name();
const char* submission_answers();

namespace {

// What a local check was asked to do.
struct LocalCheckOptions {
  std::string matrix = "skewed";  // "skewed", "even", or a Matrix Market file
  std::uint64_t seed = 0;
  std::optional<std::size_t> timed_pairs;  // exactly so many; absent: as many as it takes
  double limit_seconds = 30;
  std::filesystem::path answers;
  std::filesystem::path rubric;  // empty: the points that are compiled in
  GradingOptions grading;        // what an option decides alone: device, gpu_counters, trace
  OutcomeOptions outcome;
};

std::string description(const std::string& name) {
  const auto example = [&](const char* options, const char* what) {
    return "\n  " + left_aligned(name + options, name.size() + 26) + what;
  };
  return "Checks the row-sort submission that this program was built from: order, rebuilt CSR, every "
         "row of y = A x against the CPU, lane-slots, prediction. Prints a report and writes a JSON "
         "grade.\n\nExamples:" +
         example("", "check on a GPU, or on the CPU where there is none") +
         example(" --device cpu", "check on the CPU device") +
         example(" --matrix mine.mtx", "check on a matrix of your own (Matrix Market)") +
         example(" --html picture.html",
                 "also draw lanes, trip counts and bad rows, for a browser") +
         example(" --quiet --json out.json", "for scripts: no report, see the exit status");
}

constexpr const char* kFooter =
    "Exit status: 0 pass; 1 the submission's fault; 2 wrong usage; 3 the machine's fault (costs no "
    "points).";

// Prints help, version or a usage error itself, and returns the exit status then.
std::optional<int> parse_command_line(int argc, char** argv, LocalCheckOptions& options) {
  options.seed = kPublishedSeed;
  options.answers = submission_answers();
  options.outcome.program = submission_name();

  CLI::App app(description(submission_name()), submission_name());
  app.footer(kFooter);
  app.set_version_flag("--version", std::string("rowsort ") + kVersion);
  app.add_option("--device", options.grading.device, "auto (default), cuda or cpu")
      ->transform(CLI::CheckedTransformer(device_choices()).description(""))
      ->type_name("NAME");
  app.add_option("--matrix", options.matrix, "skewed (default), even, or a Matrix Market file")
      ->type_name("NAME");
  app.add_option("--seed", options.seed, "seed of the values and of x")->capture_default_str();
  app.add_option("--runs", options.timed_pairs,
                 "timed pairs of runs on a GPU, 0 for none; by default 20 and then as many as the "
                 "ratio takes")
      ->check(CLI::Range(std::size_t{0}, kMaxTimedPairs));
  app.add_option("--limit", options.limit_seconds,
                 "seconds that a function of the submission may take")
      ->check(CLI::Range(0.1, 86'400.0))
      ->capture_default_str();
  app.add_option("--answers", options.answers, "the answers.json to read")
      ->capture_default_str()
      ->type_name("FILE");
  app.add_option("--rubric", options.rubric, "a rubric.json with other points")->type_name("FILE");
  app.add_option("--json", options.outcome.json, "where the grade is written")
      ->capture_default_str()
      ->type_name("FILE");
  app.add_option("--html", options.outcome.html, "where a page with pictures of the run is written")
      ->type_name("FILE");
  app.add_flag("--trace,!--no-trace", options.grading.trace,
               "count loads and stores on the CPU device, and let it explain failures (default)");
  app.add_flag("--gpu-counters,!--no-gpu-counters", options.grading.gpu_counters,
               "read the GPU's own counters too, where it allows that (default)");
  app.add_flag("-q,--quiet", options.outcome.quiet, "no report and no progress");
  try {
    app.parse(argc, argv);
    if (!options.outcome.html.empty() && options.outcome.html == options.outcome.json) {
      throw CLI::ValidationError("--html", "names the same file as --json");
    }
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kExitPass : kExitUsage;
  }
}

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
  LocalCheckOptions options;
  if (const auto status = parse_command_line(argc, argv, options)) return *status;
  return run_local_check(options);
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
