#include "commands/grade_command.h"

#include "rowsort/outcome.h"
#include "rowsort/progress_line.h"
#include "rowsort/worker/job.h"

#include <cmath>
#include <map>
#include <memory>

#include "build/worker_kit.h"
#include "commands/usage_error.h"
#include "intake/staged_submission.h"
#include "official/official_grade.h"
#include <CLI/CLI.hpp>

namespace rowsort {
namespace {

struct GradeOptions {
  std::filesystem::path submission;
  std::filesystem::path rubric;
  double limit_seconds = 30;
  int build_limit_seconds = 60;
  double memory_gib = 2;
  std::uint64_t seed = 0;
  bool quiet = false;
  OfficialOptions official;
  OutcomeOptions outcome;
};

constexpr const char* kFooter =
    "The submission is built and its host code run in a sandbox (bubblewrap); its kernel runs on a "
    "GPU "
    "in a process\nof its own, or, where there is none, on the CPU device in the sandbox. It is "
    "graded on "
    "the published matrix and\non two hidden variants, whose seed is in the grade afterwards.\n\n"
    "Examples:\n"
    "  rowsort grade submissions/ada --json grades/ada.json\n"
    "  rowsort grade ada.zip --device cuda          exit status 3 without a GPU\n"
    "  rowsort grade ada.zip --seed 5312            the hidden variants of an earlier grade again\n"
    "  rowsort grade ada --isolation none           without a sandbox: for code you trust as your "
    "own\n\n"
    "Exit status: 0 pass; 1 the submission's fault; 2 wrong usage; 3 the machine's fault (costs no "
    "points).";

int grade(GradeOptions options) try {
  options.outcome.program = "rowsort grade";
  require_writable_outcome(options.outcome);
  if (!options.rubric.empty()) options.official.rubric = read_rubric(options.rubric);
  options.official.limit = std::chrono::milliseconds(std::llround(options.limit_seconds * 1000));
  options.official.build_limit = std::chrono::seconds(options.build_limit_seconds);
  options.official.memory = static_cast<std::uint64_t>(options.memory_gib * (1u << 30));
  ProgressLine progress(!options.outcome.quiet);
  options.official.progress = [&](const std::string& step) { progress.show(step); };
  const GradedRun run = official_grade(options.submission, options.official);
  progress.clear();
  return write_outcome(run, options.outcome);
} catch (const IntakeError& error) {
  throw UsageError(error.what());
} catch (const RubricError& error) {
  throw UsageError(error.what());
}

void add_choices(CLI::App& command, OfficialOptions& official) {
  const std::map<std::string, DeviceChoice> devices = {
      {"auto", DeviceChoice::kAuto}, {"cuda", DeviceChoice::kCuda}, {"cpu", DeviceChoice::kCpu}};
  command.add_option("--device", official.device, "auto (default), cuda or cpu")
      ->transform(CLI::CheckedTransformer(devices).description(""))
      ->type_name("NAME");
  const std::map<std::string, Isolation> isolations = {{"bubblewrap", Isolation::kBubblewrap},
                                                       {"none", Isolation::kNone}};
  command.add_option("--isolation", official.isolation, "bubblewrap (default), or none")
      ->transform(CLI::CheckedTransformer(isolations).description(""))
      ->type_name("NAME");
}

}  // namespace

void add_grade_command(CLI::App& program, int& exit_status) {
  CLI::App* command =
      program.add_subcommand("grade", "Grade a submission that nobody has looked at");
  const auto options = std::make_shared<GradeOptions>();
  OfficialOptions& official = options->official;
  official.worker_kit = default_worker_kit();
  command
      ->add_option(
          "submission", options->submission,
          "a folder with row_sort.cu and answers.json, a .zip, a .tar.gz, or a row_sort.cu")
      ->required();
  command->add_option("--json", options->outcome.json, "where the grade is written")
      ->capture_default_str()
      ->type_name("FILE");
  command->add_option("--html", options->outcome.html, "where a page with pictures is written")
      ->type_name("FILE");
  add_choices(*command, official);
  CLI::Option* seed = command->add_option("--seed", options->seed,
                                          "seed of the hidden variants (default: a fresh one)");
  command
      ->add_option(
          "--runs", official.timed_pairs,
          "timed pairs of runs on a GPU, 0 for none; by default 20 and then as many as the "
          "ratio takes")
      ->check(CLI::Range(std::size_t{0}, kMaxTimedPairs));
  command
      ->add_option("--limit", options->limit_seconds,
                   "seconds that a function of the submission may take")
      ->check(CLI::Range(0.1, 86'400.0))
      ->capture_default_str();
  command
      ->add_option("--build-limit", options->build_limit_seconds,
                   "seconds that a compiler may take")
      ->check(CLI::Range(1, 86'400))
      ->capture_default_str();
  command->add_option("--memory", options->memory_gib, "GiB that its processes may take")
      ->check(CLI::Range(0.5, 1024.0))
      ->capture_default_str();
  command->add_option("--rubric", options->rubric, "a rubric.json with other points")
      ->type_name("FILE");
  command->add_option("--kit", official.worker_kit, "the worker kit that it is built with")
      ->type_name("DIR");
  command->add_flag(
      "--trace,!--no-trace", official.trace,
      "count loads and stores on the CPU device, and let it explain failures (default)");
  command->add_flag("-q,--quiet", options->outcome.quiet, "no report and no progress");
  command->footer(kFooter);
  command->callback([options, seed, &exit_status] {
    if (seed->count() > 0) options->official.seed = options->seed;
    exit_status = grade(*options);
  });
}

}  // namespace rowsort
