#include "commands/grade_command.h"

#include "rowsort/errors.h"
#include "rowsort/progress_line.h"
#include "rowsort/report/outcome.h"

#include <csignal>
#include <memory>

#include "class/grader_process.h"
#include "commands/grade_settings.h"
#include "intake/staged_submission.h"
#include "official/official_grade.h"
#include <CLI/CLI.hpp>
#include <sys/prctl.h>
#include <unistd.h>

namespace rowsort {
namespace {

struct GradeOptions {
  std::filesystem::path submission;
  GradeSettings settings;
  OutcomeOptions outcome;
  pid_t end_with = 0;  ///< the process that started this one, where it is to end with it
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

// So that a batch that is killed, by whatever, leaves no grader behind.
void end_with(pid_t parent) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent) {
    throw EnvironmentError("the batch that started this grader is gone");
  }
}

int grade(GradeOptions options) try {
  if (options.end_with != 0) end_with(options.end_with);
  options.outcome.program = "rowsort grade";
  require_writable_outcome(options.outcome);
  OfficialOptions official = official_options(options.settings);
  ProgressLine progress(!options.outcome.quiet);
  official.progress = [&](const std::string& step) { progress.show(step); };
  const GradedRun run = official_grade(options.submission, official);
  progress.clear();
  return write_outcome(run, options.outcome);
} catch (const IntakeError& error) {
  throw UsageError(error.what());
} catch (const RubricError& error) {
  throw UsageError(error.what());
}

}  // namespace

void add_grade_command(CLI::App& program, int& exit_status) {
  CLI::App* command =
      program.add_subcommand("grade", "Grade a submission that nobody has looked at");
  const auto options = std::make_shared<GradeOptions>();
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
  command
      ->add_option("--name", options->settings.official.name,
                   "the submission's name in the grade (default: the last part of its path)")
      ->type_name("NAME");
  add_grade_settings(*command, options->settings);
  command->add_flag("-q,--quiet", options->outcome.quiet, "no report and no progress");
  command->add_option(kEndWithOption, options->end_with)->group("");
  command->footer(kFooter);
  command->callback([options, &exit_status] { exit_status = grade(*options); });
}

}  // namespace rowsort
