#include "options.h"

#include "rowsort/errors.h"
#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/report/text_page.h"
#include "rowsort/version.h"
#include "rowsort/worker/judge_job.h"

#include <iostream>

#include <CLI/CLI.hpp>

namespace rowsort {
namespace {

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

}  // namespace

ParsedOptions parse_options(int argc, char** argv) {
  ParsedOptions parsed;
  LocalCheckOptions& options = parsed.options;
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
  } catch (const CLI::ParseError& error) {
    parsed.exit_status = app.exit(error) == 0 ? kExitPass : kExitUsage;
  }
  return parsed;
}

}  // namespace rowsort
