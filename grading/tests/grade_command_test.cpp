/// `rowsort grade` as course staff and runners start it.

#include "rowsort/grade/rubric.h"
#include "rowsort/worker/child_process.h"

#include <chrono>
#include <fstream>
#include <future>
#include <random>
#include <thread>

#include "program.h"
#include "sandbox_here.h"
#include "temporary_path.h"
#include <gtest/gtest.h>

namespace rowsort::testing {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const fs::path kReference = ROWSORT_SOURCE_DIR "/reference";

ProgramRun grade(std::vector<std::string> arguments,
                 const std::map<std::string, std::string>& environment = {}) {
  arguments.insert(arguments.begin(), "grade");
  return run_program(ROWSORT_PROGRAM, arguments, environment);
}

// The same inside a bubblewrap of the test's own, with these options.
ProgramRun grade_within(std::vector<std::string> options,
                        const std::vector<std::string>& arguments) {
  options.insert(options.end(), {"--", ROWSORT_PROGRAM, "grade"});
  options.insert(options.end(), arguments.begin(), arguments.end());
  return run_program("/usr/bin/bwrap", options);
}

// A grade without what is measured anew each time: on the CPU device nothing is.
json without_times(json grade) {
  if (!on_gpu()) return grade;
  for (const char* measured : {"timing", "counters", "ratio"}) grade.erase(measured);
  for (json& check : grade["checks"]) check.erase("message");
  return grade;
}

class GradeTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ROWSORT_NEEDS_SANDBOX();
    folder_ = temporary_path("grade");
    fs::create_directories(folder_);
    fs::permissions(folder_, fs::perms::all);
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path folder_;
};

TEST_F(GradeTest, TheReferencesReportIsTheLocalOneAndNamesTheVariants) {
  const ProgramRun run = grade({kReference.string(), "--seed", "3"});
  EXPECT_EQ(run.exit_status, 0) << run.errors;
  if (!on_gpu()) expect_text(run.output, ROWSORT_EXPECTED_DIR "/grade_reference.txt");
  const json& official = run.grade["official"];
  EXPECT_EQ(official["isolation"], "bubblewrap");
  EXPECT_EQ(official["attempts"], 1);
  EXPECT_EQ(official["source_sha256"].get<std::string>().size(), 64u);
  ASSERT_EQ(run.grade["variants"].size(), 2u);
  for (const json& variant : run.grade["variants"]) {
    EXPECT_EQ(variant["status"], "pass");
    EXPECT_EQ(variant["seed"], 3);
    EXPECT_EQ(variant["rows_compared"], variant["matrix"]["rows"]);
  }
}

TEST_F(GradeTest, ASeedRepeatsAGradeToTheLetterAndAFreshOneDoesNot) {
  const json first = grade({kReference.string()}).grade;
  const std::string seed =
      std::to_string(first.at("variants").at(0).at("seed").get<std::uint64_t>());
  const json again = grade({kReference.string(), "--seed", seed}).grade;
  EXPECT_EQ(without_times(again), without_times(first));
  const json fresh = grade({kReference.string()}).grade;
  EXPECT_NE(fresh.at("variants").at(0).at("seed"), first.at("variants").at(0).at("seed"));
}

TEST_F(GradeTest, WithoutASandboxTheGradeSaysSo) {
  const ProgramRun run = grade({kReference.string(), "--isolation", "none"});
  EXPECT_EQ(run.exit_status, 0) << run.output << run.errors;
  EXPECT_EQ(run.grade["official"]["isolation"], "none");
}

TEST_F(GradeTest, AMachineWithoutNamespacesIsRefusedAndToldWhatToDo) {
  const ProgramRun run = grade_within(
      {"--dev-bind", "/", "/", "--unshare-user", "--disable-userns"}, {kReference.string()});
  EXPECT_EQ(run.exit_status, 3);
  EXPECT_EQ(run.grade["error"]["kind"], "infrastructure");
  EXPECT_TRUE(run.grade["score"].is_null());
  EXPECT_EQ(run.grade["official"]["attempts"], 2);
  const std::string message = run.grade["error"]["message"];
  EXPECT_NE(message.find("--isolation none"), std::string::npos) << message;
}

TEST_F(GradeTest, AFullDiskIsTheMachinesFault) {
  const ProgramRun run = grade_within(
      {"--dev-bind", "/", "/", "--size", "200000", "--tmpfs", "/mnt", "--setenv", "TMPDIR", "/mnt"},
      {kReference.string()});
  EXPECT_EQ(run.exit_status, 3) << run.output;
  EXPECT_EQ(run.grade["error"]["kind"], "infrastructure");
  const std::string message = run.grade["error"]["message"];
  EXPECT_NE(message.find("No space left"), std::string::npos) << message;
}

TEST_F(GradeTest, AKitThatIsNotThereIsTheMachinesFaultAndNamed) {
  const ProgramRun run = grade({kReference.string(), "--kit", "/nonexistent"});
  EXPECT_EQ(run.exit_status, 3);
  EXPECT_NE(run.output.find("/nonexistent/kit.json"), std::string::npos) << run.output;
}

TEST_F(GradeTest, AGpuThatWasAskedForAndIsNotThereCostsNoPoints) {
  if (on_gpu()) GTEST_SKIP() << "this machine has one";
  const ProgramRun run = grade({kReference.string(), "--device", "cuda"});
  EXPECT_EQ(run.exit_status, 3);
  EXPECT_EQ(run.grade["error"]["kind"], "infrastructure");
  EXPECT_TRUE(run.grade["score"].is_null());
}

TEST_F(GradeTest, NothingAtThePathIsWrongUsageAndLeavesNoGrade) {
  const ProgramRun run = grade({"/nonexistent/ada"});
  EXPECT_EQ(run.exit_status, 2);
  EXPECT_TRUE(run.grade.is_null());
  EXPECT_NE(run.errors.find("/nonexistent/ada"), std::string::npos) << run.errors;
}

// A file beside the grader is not the student's: it once was taken for the one that is missing.
TEST_F(GradeTest, AnswersThatWereNotHandedInAreNotTakenFromTheGradersOwnFolder) {
  fs::copy_file(kReference / "row_sort.cu", folder_ / "row_sort.cu");
  const ProgramRun run = run_program("/usr/bin/env", {"--chdir=" + kReference.string(),
                                                      ROWSORT_PROGRAM, "grade", folder_.string()});
  EXPECT_EQ(run.exit_status, 1);
  EXPECT_TRUE(run.grade.at("answers").is_null());
  EXPECT_EQ(check(run.grade, "answers")["message"], "answers.json: there is no such file");
}

TEST_F(GradeTest, AnEmptyFolderIsTheSubmissionsFault) {
  const ProgramRun run = grade({folder_.string()});
  EXPECT_EQ(run.exit_status, 1);
  EXPECT_EQ(run.grade["error"]["kind"], "refused");
  EXPECT_EQ(run.grade["checks"].size(), Rubric().all().size());
  EXPECT_EQ(run.grade["score"], 0);
}

TEST_F(GradeTest, TenAtOnceGiveTheGradesThatTheyGiveAlone) {
  const std::vector<std::string> arguments = {kReference.string(), "--seed", "11"};
  const json alone = without_times(grade(arguments).grade);
  std::vector<std::future<json>> runs;
  for (int i = 0; i < 10; ++i) {
    runs.push_back(
        std::async(std::launch::async, [&] { return without_times(grade(arguments).grade); }));
  }
  for (auto& run : runs) EXPECT_EQ(json::diff(alone, run.get()), json::array());
}

void kill_grader_after(std::chrono::milliseconds pause, const fs::path& file,
                       const fs::path& scratch) {
  ChildCommand grader;
  grader.arguments = {ROWSORT_PROGRAM, "grade",  kReference.string(), "--quiet", "--device",
                      "cpu",           "--json", file.string()};
  grader.environment = {"PATH=/usr/bin:/bin", "TMPDIR=" + scratch.string()};
  ChildProcess process(grader, {});
  std::this_thread::sleep_for(pause);
  process.kill();
}

TEST_F(GradeTest, AKilledGraderLeavesAWholeGradeOrNoneAndNoProcess) {
  const fs::path file = folder_ / "grade.json";
  const fs::path scratch = folder_ / "scratch";
  fs::create_directories(scratch);
  fs::permissions(scratch, fs::perms::all);
  std::mt19937 engine(1);
  // Many of them while its sandboxes start, when bubblewrap has not yet tied its life to anything.
  for (int round = 0; round < 72; ++round) {
    fs::remove(file);
    const std::chrono::milliseconds pause(engine() % (round < 60 ? 60 : 5000));
    kill_grader_after(pause, file, scratch);
    EXPECT_EQ(processes_that_stay(scratch), std::vector<std::string>()) << "round " << round;
    if (!fs::exists(file)) continue;
    std::ifstream stream(file);
    EXPECT_EQ(json::parse(stream)["status"], "pass") << "round " << round;
  }
  const ProgramRun next = grade({kReference.string()}, {{"TMPDIR", scratch.string()}});
  EXPECT_EQ(next.exit_status, 0);
  for (const auto& left : fs::directory_iterator(scratch)) {
    EXPECT_FALSE(left.is_directory()) << left.path() << " was left behind for good";
  }
}

}  // namespace
}  // namespace rowsort::testing
