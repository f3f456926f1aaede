#include "rowsort/errors.h"
#include "rowsort/progress_line.h"
#include "rowsort/report/outcome.h"

#include <csignal>
#include <memory>

#include "class/grader_process.h"
#include "commands/commands.h"
#include "commands/grade_settings.h"
#include <CLI/CLI.hpp>
#include <sys/prctl.h>
#include <unistd.h>

namespace rowsort {
namespace {

constexpr const char* kFooter =
    "The submission is compiled in a sandbox (bubblewrap), and its host code runs there too. Its\n"
    "kernel runs on a GPU in a process of its own. Without a GPU it runs on the CPU device in the\n"
    "sandbox. The submission is graded on the published matrix and on two hidden variants. Their\n"
    "seed is in the grade.\n"
    "\n"
    "Examples:\n"
    "  rowsort grade submissions/ada --json grades/ada.json\n"
    "  rowsort grade ada.zip --device cuda     exit status 3 without a GPU\n"
    "  rowsort grade ada.zip --seed 5312       the hidden variants of an earlier grade again\n"
    "  rowsort grade ada --isolation none      without a sandbox: only for code that you trust\n"
    "\n"
    "Exit status: 0 pass; 1 the submission's fault; 2 wrong usage; 3 the machine's fault (costs no "
    "points).";

struct GradeOptions {
  std::filesystem::path submission;
  OfficialOptions official;
  OutcomeOptions outcome;
  pid_t end_with = 0;  // the process that this one is to end with, if not 0
};

// However a batch is killed, its graders end too.
void end_with(pid_t parent) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent) {
    throw EnvironmentError("the batch that started this grader has ended");
  }
}

int grade_submission(GradeOptions& options) {
  if (options.end_with != 0) end_with(options.end_with);
  require_writable_outcome(options.outcome);
  ProgressLine progress(!options.outcome.quiet);
  options.official.progress = [&](const std::string& step) { progress.show(step); };
  const GradedRun run = official_grade(options.submission, options.official);
  progress.clear();
  return write_outcome(run, options.outcome);
}

}  // namespace

void add_grade_command(CLI::App& program, int& exit_status) {
  CLI::App& command = *program.add_subcommand("grade", "Grade one submission, in a sandbox");
  const auto options = std::make_shared<GradeOptions>();
  command.callback([options, &exit_status] { exit_status = grade_submission(*options); });
  command
      .add_option("submission", options->submission,
                  "a folder with row_sort.cu and answers.json, a .zip, a .tar.gz, or a row_sort.cu")
      ->required();
  OutcomeOptions& outcome = options->outcome;
  outcome.program = "rowsort grade";
  command.add_option("--json", outcome.json, "write the grade to this file")
      ->capture_default_str()
      ->type_name("FILE");
  command.add_option("--html", outcome.html, "also write a page with pictures to this file")
      ->type_name("FILE");
  command
      .add_option("--name", options->official.name,
                  "name of the submission in the grade (default: the last part of its path)")
      ->type_name("NAME");
  add_settings(command, options->official);
  command.add_flag("-q,--quiet", outcome.quiet, "print no report and no progress");
  command.add_option(kEndWithOption, options->end_with)->group("");
  command.footer(kFooter);
}

}  // namespace rowsort
