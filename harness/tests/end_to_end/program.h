#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace rowsort::testing {

/// One run of a program of this tree, as a user would start it.
struct ProgramRun {
  int exit_status = -1;  ///< or 128 + signal
  std::string output;    ///< standard output
  std::string errors;    ///< standard error
  nlohmann::json grade;  ///< of --json; null when none was written
};

/// Runs a program with these arguments and additions to the environment, in an empty folder of its
/// own. `program` is the path of an executable. Unless the arguments hold them, --json is added,
/// and --device as the variable ROWSORT_TEST_DEVICE says (cpu where it does not).
ProgramRun run_program(const std::filesystem::path& program, std::vector<std::string> arguments,
                       const std::map<std::string, std::string>& environment = {});

/// What a program writes to a terminal that is its standard output, error and input, with these
/// additions to the environment. Its grade goes to a temporary folder. `typed` is what its user
/// types, which the terminal shows too.
std::string run_on_terminal(const std::filesystem::path& program,
                            const std::map<std::string, std::string>& environment = {},
                            std::vector<std::string> arguments = {}, const std::string& typed = {});

/// Whether the tests run on a GPU.
bool on_gpu();

/// Expects `text`, with every number replaced by # and what differs from machine to machine taken
/// out, to be the text of the file. With ROWSORT_REWRITE_EXPECTED set, writes the file instead.
void expect_text(const std::string& text, const std::filesystem::path& expected);

/// The check with this id in a grade.
nlohmann::json check(const nlohmann::json& grade, const std::string& id);

}  // namespace rowsort::testing
