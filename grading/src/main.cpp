/// rowsort: what course staff run. Each command is one file in commands/.

#include "rowsort/errors.h"
#include "rowsort/version.h"

#include <exception>
#include <iostream>
#include <string>
#include <string_view>

#include "class/grader_process.h"
#include "commands/batch_command.h"
#include "commands/bundle_command.h"
#include "commands/export_command.h"
#include "commands/grade_command.h"
#include "commands/kit_command.h"
#include "commands/report_command.h"
#include "official/judge.h"
#include <CLI/CLI.hpp>

namespace rowsort {
namespace {

constexpr const char* kDescription =
    "Grades row-sort submissions and passes grades on. For course staff.\n\n"
    "Examples:\n"
    "  rowsort grade submissions/ada --json grade.json                  the official grade\n"
    "  rowsort batch submissions --out grades --roster roster.csv      the grades of a class\n"
    "  rowsort export --to gradescope grade.json --out results.json    a grade for Gradescope\n"
    "  rowsort report grades --html class.html --csv class.csv          a class for its staff\n"
    "  rowsort kit --out rowsort-student.tar.gz                         what students get\n"
    "  rowsort bundle gradescope --out autograder.zip                   an autograder to upload";

constexpr const char* kFooter =
    "Exit status: 0 done; 1 the submission's fault; 2 wrong usage; 3 the machine's fault (costs no "
    "points).";

int run(int argc, char** argv) try {
  if (argc == 3 && std::string_view(argv[1]) == kJudgeOption) return run_judge(argv[2]);
  if (argc == 3 && std::string_view(argv[1]) == kFingerprintOption) return run_fingerprint(argv[2]);
  int exit_status = kExitPass;
  CLI::App program(kDescription, "rowsort");
  program.footer(kFooter);
  program.set_version_flag("--version", std::string("rowsort ") + kVersion);
  program.require_subcommand(1);
  add_grade_command(program, exit_status);
  add_batch_command(program, exit_status);
  add_export_command(program, exit_status);
  add_report_command(program, exit_status);
  add_kit_command(program, exit_status);
  add_bundle_command(program, exit_status);
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? kExitPass : kExitUsage;
  }
  return exit_status;
} catch (const UsageError& error) {
  std::cerr << "rowsort: " << error.what() << std::endl;
  return kExitUsage;
} catch (const std::exception& error) {
  std::cerr << "rowsort: " << error.what() << std::endl;
  return kExitEnvironment;
}

}  // namespace
}  // namespace rowsort

int main(int argc, char** argv) {
  return rowsort::run(argc, argv);
}
