#include "program.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <sstream>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;  // NOLINT: POSIX asks for this declaration

namespace rowsort::testing {
namespace {

std::string read_file(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

std::filesystem::path new_folder() {
  std::string name = (std::filesystem::temp_directory_path() / "rowsort-test.XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp");
  return name;
}

std::vector<std::string> extended_environment(const std::map<std::string, std::string>& additions) {
  std::vector<std::string> result;
  for (char** entry = environ; *entry != nullptr; ++entry) result.emplace_back(*entry);
  for (const auto& [name, value] : additions) result.push_back(name + "=" + value);
  return result;
}

void add_unless_given(std::vector<std::string>& arguments, const char* option,
                      const std::string& value) {
  if (std::find(arguments.begin(), arguments.end(), option) != arguments.end()) return;
  arguments.insert(arguments.end(), {option, value});
}

int wait_for(pid_t process) {
  int status = 0;
  waitpid(process, &status, 0);
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

std::string masked(std::string text) {
  const auto replace = [&](const char* pattern, const char* by) {
    text = std::regex_replace(text, std::regex(pattern), by);
  };
  replace(R"((^|\n)device +[^\n]*)", "$1device               DEVICE");
  replace(R"(ok   builds +row_sort.cu[^\n]*(\n {21}[^\n]*)*)", "ok   builds          BUILD");
  replace(R"(grade written to [^\n]*)", "grade written to FILE");
  replace(R"(-?[0-9][0-9,]*(\.[0-9]+)?)", "#");
  replace(R"( +#)", " #");
  return text;
}

}  // namespace

ProgramRun run_program(const std::filesystem::path& program, std::vector<std::string> arguments,
                       const std::map<std::string, std::string>& environment) {
  const std::filesystem::path folder = new_folder();
  arguments.insert(arguments.begin(), program.string());
  add_unless_given(arguments, "--device", on_gpu() ? "cuda" : "cpu");
  add_unless_given(arguments, "--json", folder / "grade.json");
  std::vector<std::string> variables = extended_environment(environment);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  const int flags = O_CREAT | O_WRONLY;
  posix_spawn_file_actions_addopen(&actions, 1, (folder / "output").c_str(), flags, 0600);
  posix_spawn_file_actions_addopen(&actions, 2, (folder / "errors").c_str(), flags, 0600);
  pid_t process = -1;
  const int error = posix_spawn(&process, program.c_str(), &actions, nullptr,
                                pointers(arguments).data(), pointers(variables).data());
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw std::runtime_error("cannot start " + program.string());

  ProgramRun run;
  run.exit_status = wait_for(process);
  run.output = read_file(folder / "output");
  run.errors = read_file(folder / "errors");
  if (const std::string grade = read_file(folder / "grade.json"); !grade.empty()) {
    run.grade = nlohmann::json::parse(grade);
  }
  std::filesystem::remove_all(folder);
  return run;
}

std::string run_on_terminal(const std::filesystem::path& program,
                            const std::map<std::string, std::string>& environment,
                            std::vector<std::string> arguments, const std::string& typed) {
  const std::filesystem::path folder = new_folder();
  arguments.insert(arguments.begin(), program.string());
  add_unless_given(arguments, "--json", folder / "grade.json");
  add_unless_given(arguments, "--device", on_gpu() ? "cuda" : "cpu");
  std::vector<std::string> variables = extended_environment(environment);
  const std::vector<char*> argument_list = pointers(arguments);
  const std::vector<char*> variable_list = pointers(variables);
  int terminal = -1;
  const pid_t process = forkpty(&terminal, nullptr, nullptr, nullptr);
  if (process == 0) {
    execve(argument_list[0], argument_list.data(), variable_list.data());
    _exit(127);
  }
  if (write(terminal, typed.data(), typed.size()) != static_cast<ssize_t>(typed.size())) {
    throw std::runtime_error("cannot type");
  }
  std::string text;
  char buffer[4096];
  // Reading from a terminal whose other side is gone is an error, EIO: the end.
  for (ssize_t count = 0; (count = read(terminal, buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<std::size_t>(count));
  }
  close(terminal);
  wait_for(process);
  std::filesystem::remove_all(folder);
  return text;
}

bool on_gpu() {
  const char* device = std::getenv("ROWSORT_TEST_DEVICE");
  return device != nullptr && std::string(device) == "cuda";
}

void expect_text(const std::string& text, const std::filesystem::path& expected) {
  const std::string now = masked(text);
  if (std::getenv("ROWSORT_REWRITE_EXPECTED") != nullptr) {
    std::ofstream(expected, std::ios::binary) << now;
    return;
  }
  EXPECT_EQ(now, read_file(expected)) << "If the new text is meant to be so, run the tests again "
                                         "with ROWSORT_REWRITE_EXPECTED=1: it "
                                         "rewrites "
                                      << expected;
}

nlohmann::json check(const nlohmann::json& grade, const std::string& id) {
  for (const nlohmann::json& candidate : grade.at("checks")) {
    if (candidate.at("id") == id) return candidate;
  }
  throw std::out_of_range("the grade has no check " + id);
}

}  // namespace rowsort::testing
