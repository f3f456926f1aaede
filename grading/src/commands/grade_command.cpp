#include "rowsort/errors.h"
#include "rowsort/progress_line.h"

#include <csignal>

#include "commands/commands.h"
#include <sys/prctl.h>
#include <unistd.h>

namespace rowsort {
namespace {

// However a batch is killed, its graders end too.
void end_with(pid_t parent) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent) {
    throw EnvironmentError("the batch that started this grader has ended");
  }
}

}  // namespace

int grade_submission(const GradeOptions& options) {
  if (options.end_with != 0) end_with(options.end_with);
  require_writable_outcome(options.outcome);
  OfficialOptions official = official_options(options.settings);
  ProgressLine progress(!options.outcome.quiet);
  official.progress = [&](const std::string& step) { progress.show(step); };
  const GradedRun run = official_grade(options.submission, official);
  progress.clear();
  return write_outcome(run, options.outcome);
}

}  // namespace rowsort
