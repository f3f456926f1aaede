/// rowsort: the program of course staff. commands/ has its commands.

#include "rowsort/errors.h"
#include "rowsort/gpu/judge.h"
#include "rowsort/version.h"

#include <exception>
#include <iostream>
#include <string_view>

#include "class/grader_process.h"
#include "commands/commands.h"
#include "official/official_grade.h"
#include <CLI/CLI.hpp>

namespace rowsort {
namespace {

constexpr const char* kDescription =
    "Grades row-sort submissions and passes the grades on. For course staff.\n"
    "\n"
    "Examples:\n"
    "  rowsort grade submissions/ada --json grade.json               grade one submission\n"
    "  rowsort batch submissions --out grades --roster roster.csv    grade a class\n"
    "  rowsort export --to gradescope grade.json --out results.json  pass a grade to Gradescope\n"
    "  rowsort report grades --html class.html --csv class.csv       show a class to its staff\n"
    "  rowsort kit --out rowsort-student.tar.gz                      pack what students get\n"
    "  rowsort bundle gradescope --out autograder.zip                pack an autograder to upload";

constexpr const char* kFooter =
    "Exit status: 0 done; 1 the submission's fault; 2 wrong usage; 3 the machine's fault (costs no "
    "points).";

int run_command_line(int argc, char** argv) {
  CLI::App program(kDescription, "rowsort");
  program.footer(kFooter);
  program.set_version_flag("--version", std::string("rowsort ") + kVersion);
  program.require_subcommand(1);
  int exit_status = kExitPass;
  for (const auto add_command : {add_grade_command, add_batch_command, add_export_command,
                                 add_report_command, add_kit_command, add_bundle_command}) {
    add_command(program, exit_status);
  }
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? kExitPass : kExitUsage;
  }
  return exit_status;
}

int run(int argc, char** argv) try {
  if (argc == 3 && std::string_view(argv[1]) == kJudgeOption) return run_judge(argv[2]);
  if (argc == 3 && std::string_view(argv[1]) == kFingerprintOption) return run_fingerprint(argv[2]);
  return run_command_line(argc, argv);
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
