/// Grades every folder of submissions/ as a user would, in the sandbox, and expects the outcome that
/// its expected.json names. A new case is a new folder.
///
/// expected.json:
///   status        "pass", "fail", or "any" for any grade that is not an error
///   error         with fail: error.kind of the grade
///   check, says   a check that does not pass, and words of its message
///   score         on the CPU device
///   log           words of the build log
///   arguments     for rowsort grade, besides the submission
///   environment   variables that the grader is started with
///   gpu           whether the case is also run on a GPU, because it differs there
///   on_gpu        what is expected instead on a GPU
///   lasting       whether another submission is graded before and after, to see that nothing stays
///   never_says    words that must not be in the grade
///   never_prints  words that must not be in the report
///   leaves_processes_for_seconds
///                 without a sandbox: processes that nobody can find, which end themselves by then

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <thread>

#include "program.h"
#include "sandbox_here.h"
#include "temporary_path.h"
#include <gtest/gtest.h>

namespace rowsort::testing {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const fs::path kSubmissions = ROWSORT_SUBMISSIONS;

std::string read_text(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::string replaced(std::string text, const std::string& word, const std::string& by) {
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at)) {
    text.replace(at, word.size(), by);
  }
  return text;
}

// A copy of a case in a folder of the same name, with the paths of this machine in hostile code.
fs::path staged_case(const fs::path& source, const fs::path& parent) {
  const fs::path copy = parent / source.filename();
  fs::copy(source, copy, fs::copy_options::recursive | fs::copy_options::copy_symlinks);
  fs::remove(copy / "expected.json");
  const fs::path file = copy / "row_sort.cu";
  if (fs::is_symlink(file)) return copy;
  std::string text = read_text(file);
  text = replaced(std::move(text), "@SOURCE_DIR@", ROWSORT_SOURCE_DIR);
  text = replaced(std::move(text), "@KIT_DIR@", ROWSORT_KIT_DIR);
  std::ofstream(file, std::ios::binary) << text;
  return copy;
}

ProgramRun run_grade(const fs::path& submission, const fs::path& scratch, const json& expected) {
  std::vector<std::string> arguments = {"grade", submission.string()};
  for (const json& argument : expected.value("arguments", json::array())) {
    arguments.push_back(argument);
  }
  std::map<std::string, std::string> environment = {{"TMPDIR", scratch.string()}};
  const json variables = expected.value("environment", json::object());
  for (const auto& [name, value] : variables.items()) environment[name] = value;
  return run_program(ROWSORT_PROGRAM, arguments, environment);
}

// Size and time of every file that a submission must not change.
using FileTimes = std::map<std::string, std::pair<std::uintmax_t, fs::file_time_type>>;

FileTimes course_files() {
  FileTimes files;
  for (const char* folder : {ROWSORT_KIT_DIR, ROWSORT_SOURCE_DIR "/grading",
                             ROWSORT_SOURCE_DIR "/reference", ROWSORT_SOURCE_DIR "/student"}) {
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (!entry.is_regular_file()) continue;
      files[entry.path()] = {entry.file_size(), entry.last_write_time()};
    }
  }
  return files;
}

void expect_unchanged(const FileTimes& before, const FileTimes& after) {
  EXPECT_EQ(before.size(), after.size()) << "files of the course were added or removed";
  for (const auto& [file, state] : before) {
    const auto now = after.find(file);
    EXPECT_TRUE(now != after.end() && now->second == state) << file << " has changed";
  }
}

json grade_of_the_next_submission(const fs::path& scratch) {
  return run_grade(kSubmissions / "correct/descending", scratch, {{"arguments", {"--seed", "7"}}})
      .grade;
}

class SubmissionTest : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    ROWSORT_NEEDS_SANDBOX();
    folder_ = temporary_path("submission");
    scratch_ = folder_ / "scratch";
    fs::create_directories(scratch_);
    // For the sandbox's user, where the grader runs as root.
    fs::permissions(folder_, fs::perms::all);
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path folder_;
  fs::path scratch_;
};

void expect_check(const json& grade, const json& expected) {
  if (!expected.contains("check")) return;
  const json result = check(grade, expected["check"]);
  EXPECT_NE(result["status"], "pass") << result;
  const std::string message = result["message"];
  EXPECT_NE(message.find(expected["says"]), std::string::npos) << message;
}

void expect_outcome(const ProgramRun& run, const json& expected) {
  ASSERT_TRUE(run.grade.is_object()) << run.output << run.errors;
  if (expected["status"] == "any") {
    EXPECT_NE(run.grade["status"], "error") << run.output;
    return;
  }
  EXPECT_EQ(run.grade["status"], expected["status"]) << run.output << run.errors;
  EXPECT_EQ(run.exit_status, expected["status"] == "pass" ? 0 : 1);
  if (expected.contains("error")) {
    ASSERT_TRUE(run.grade["error"].is_object()) << run.output;
    EXPECT_EQ(run.grade["error"]["kind"], expected["error"]) << run.output;
  }
  expect_check(run.grade, expected);
  if (expected.contains("score") && !on_gpu()) {
    EXPECT_EQ(run.grade["score"], expected["score"]) << run.output;
  }
  if (expected.contains("log")) {
    const std::string log = run.grade["official"]["build_log"];
    EXPECT_NE(log.find(expected["log"]), std::string::npos) << log;
  }
  if (expected.contains("never_says")) {
    EXPECT_EQ(run.grade.dump().find(expected["never_says"]), std::string::npos);
  }
  for (const json& words : expected.value("never_prints", json::array())) {
    EXPECT_EQ((run.output + run.errors).find(words), std::string::npos) << words;
  }
}

TEST_P(SubmissionTest, GetsItsOutcome) {
  const fs::path source = kSubmissions / GetParam();
  json expected = json::parse(read_text(source / "expected.json"));
  if (on_gpu()) expected.update(expected.value("on_gpu", json::object()));
  if (on_gpu() && !expected.value("gpu", false)) {
    GTEST_SKIP() << "no different on a GPU";
  }
  const json next_alone =
      expected.value("lasting", false) ? grade_of_the_next_submission(scratch_) : json();
  const auto files_before = course_files();

  const ProgramRun run = run_grade(staged_case(source, folder_), scratch_, expected);

  expect_outcome(run, expected);
  expect_unchanged(files_before, course_files());
  if (expected.contains("leaves_processes_for_seconds")) return;
  EXPECT_EQ(processes_that_stay(scratch_), std::vector<std::string>());
  for (const auto& left : fs::directory_iterator(scratch_)) {
    EXPECT_EQ(left.path().filename(), "rowsort-gpu.lock") << "left behind";
  }
  if (!next_alone.is_null()) {
    EXPECT_EQ(grade_of_the_next_submission(scratch_), next_alone);
  }
}

std::vector<std::string> all_cases() {
  std::vector<std::string> cases;
  for (const char* kind : {"correct", "wrong", "hostile"}) {
    for (const auto& entry : fs::directory_iterator(kSubmissions / kind)) {
      cases.push_back(std::string(kind) + "/" + entry.path().filename().string());
    }
  }
  std::sort(cases.begin(), cases.end());
  return cases;
}

INSTANTIATE_TEST_SUITE_P(All, SubmissionTest, ::testing::ValuesIn(all_cases()),
                         [](const auto& test) { return replaced(test.param, "/", "_"); });

}  // namespace
}  // namespace rowsort::testing
