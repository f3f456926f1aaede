/// rowsort: the program of course staff. commands/ has its commands.

#include "rowsort/errors.h"

#include <exception>
#include <iostream>
#include <string_view>

#include "class/grader_process.h"
#include "commands/command_line.h"
#include "official/judge.h"

namespace rowsort {
namespace {

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
