#include "outcome.h"

#include "rowsort/errors.h"
#include "rowsort/files.h"
#include "rowsort/grade/grade_json.h"
#include "rowsort/page/page.h"

#include <cstdlib>
#include <iostream>

#include "report.h"
#include <unistd.h>

namespace rowsort {
namespace {

bool use_colour() {
  const char* no_colour = std::getenv("NO_COLOR");
  return isatty(STDOUT_FILENO) != 0 && (no_colour == nullptr || *no_colour == '\0');
}

int exit_status(const Grade& grade) {
  if (grade.status == GradeStatus::kPass) return kExitPass;
  if (grade.status == GradeStatus::kFail) return kExitSubmission;
  return grade.error->kind == "usage" ? kExitUsage : kExitEnvironment;
}

}  // namespace

void require_writable_outcome(const OutcomeOptions& options) {
  require_writable(options.json);
  if (!options.html.empty()) require_writable(options.html);
}

int write_outcome(const GradedRun& run, const OutcomeOptions& options) {
  const Grade& grade = run.grade;
  write_grade(grade, options.json);
  if (!options.html.empty()) write_page(run, options.html);
  if (!options.quiet) {
    std::cout << report(grade, {.colour = use_colour()}) << "grade written to "
              << options.json.string() << "\n";
    if (!options.html.empty()) std::cout << "page written to " << options.html.string() << "\n";
    std::cout << std::flush;
  } else if (grade.status == GradeStatus::kError) {
    std::cerr << options.program << ": " << grade.error->message << std::endl;
  }
  return exit_status(grade);
}

}  // namespace rowsort
