/// The template as students get it, and what a user may do wrong with it.

#include <fstream>
#include <iterator>

#include "../temporary_path.h"
#include "program.h"
#include <gtest/gtest.h>

namespace rowsort::testing {
namespace {

constexpr const char* kExpected = ROWSORT_EXPECTED_DIR;

std::filesystem::path student() {
  const char* folder = std::getenv("ROWSORT_PROGRAM_DIR");
  return std::filesystem::path(folder != nullptr ? folder : ROWSORT_PROGRAM_DIR) / "student";
}

ProgramRun run_student(const std::vector<std::string>& arguments,
                       const std::map<std::string, std::string>& environment = {}) {
  return run_program(student(), arguments, environment);
}

// A file with this text that is removed again with the test.
class TextFile {
 public:
  TextFile(const std::string& name, const std::string& text) : path_(temporary_path(name)) {
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~TextFile() { std::filesystem::remove(path_); }
  TextFile(const TextFile&) = delete;
  TextFile& operator=(const TextFile&) = delete;
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

TEST(Student, TheTemplatePassesTheGateSavesNoLaneSlotAndIsToldWhatToDo) {
  const ProgramRun run = run_student({"--answers", ROWSORT_TEMPLATE_ANSWERS});
  EXPECT_EQ(run.exit_status, 0) << run.output << run.errors;
  EXPECT_EQ(run.grade["status"], "pass");
  double points = 0;
  for (const auto& result : run.grade["checks"]) points += result["points"].get<double>();
  EXPECT_EQ(run.grade["score"], points);
  EXPECT_GT(points, 0);
  EXPECT_EQ(run.grade["rows_compared"], 524'288);
  EXPECT_EQ(run.grade["bad_rows"], 0);
  EXPECT_EQ(run.grade["lane_slots"]["unsorted"], 219'676'672);
  EXPECT_EQ(run.grade["lane_slots"]["submitted"], 219'676'672);
  EXPECT_EQ(run.grade["lane_slots"]["executed"], 219'676'672);
  EXPECT_EQ(run.grade["ratio"]["predicted"], 1.0);
  EXPECT_EQ(run.grade["ratio"]["predicted_by_sectors"], 1.0);
  EXPECT_EQ(check(run.grade, "lane_slots")["points"], 0);
  EXPECT_EQ(check(run.grade, "lane_slots")["max_points"], 3);
  if (!on_gpu()) expect_text(run.output, std::filesystem::path(kExpected) / "student.txt");
}

TEST(Student, OnAGpuTheTemplateIsMeasured) {
  if (!on_gpu()) GTEST_SKIP() << "needs a GPU";
  const ProgramRun run = run_student({"--runs", "7"});
  EXPECT_EQ(run.grade["timing"]["pairs"], 7);
  EXPECT_EQ(run.grade["timing"]["submitted"].size(), 7u);
  EXPECT_TRUE(run.grade["ratio"]["measured"].is_number());
  EXPECT_TRUE(run.grade["ratio"]["not_measured_because"].is_null());
  EXPECT_EQ(run.grade["device"]["kind"], "cuda");
}

TEST(Student, NoTimedRunsGiveAReasonInPlaceOfARatio) {
  const ProgramRun run = run_student({"--runs", "0"});
  EXPECT_EQ(run.exit_status, 0);
  EXPECT_TRUE(run.grade["ratio"]["measured"].is_null());
  EXPECT_TRUE(run.grade["ratio"]["not_measured_because"].is_string());
}

TEST(Student, TheEvenMatrixNeedsNoSortingAndPredictionsDoNotApply) {
  const ProgramRun run = run_student({"--matrix", "even"});
  EXPECT_EQ(run.exit_status, 0);
  EXPECT_EQ(run.grade["lane_slots"]["unsorted"], 8'388'608);
  EXPECT_EQ(check(run.grade, "lane_slots")["points"], 3);
  EXPECT_EQ(check(run.grade, "prediction")["status"], "skipped");
  EXPECT_EQ(check(run.grade, "prediction")["max_points"], 0);
}

TEST(Student, AnotherSeedGivesOtherValuesAndTheSameCounts) {
  const ProgramRun run = run_student({"--seed", "12345"});
  EXPECT_EQ(run.exit_status, 0);
  EXPECT_EQ(run.grade["seeds"]["inputs"], 12345);
  EXPECT_EQ(run.grade["lane_slots"]["unsorted"], 219'676'672);
}

TEST(Student, AMatrixMarketFileIsGradedWithinTheBound) {
  const TextFile matrix(
      "small.mtx",
      "%%MatrixMarket matrix coordinate real general\n4 4 6\n1 1 5\n1 4 1e-3\n2 2 8\n"
      "3 3 3\n4 2 6\n4 4 4.1\n");
  const ProgramRun run = run_student({"--matrix", matrix.path()});
  EXPECT_EQ(run.exit_status, 0) << run.output << run.errors;
  EXPECT_EQ(run.grade["matrix"]["rows"], 4);
  EXPECT_EQ(run.grade["matrix"]["nonzeros"], 6);
  EXPECT_EQ(run.grade["rows_compared"], 4);
  EXPECT_EQ(run.grade["lane_slots"]["submitted"], 64);
}

TEST(Student, HelpShowsExamplesOptionsAndExitStatuses) {
  const ProgramRun run = run_student({"--help"});
  EXPECT_EQ(run.exit_status, 0);
  EXPECT_NE(run.output.find("--matrix mine.mtx"), std::string::npos);
  EXPECT_NE(run.output.find("--limit"), std::string::npos);
  EXPECT_NE(run.output.find("Exit status: 0 pass; 1 the submission's fault; 2 wrong usage; 3 "),
            std::string::npos);
}

TEST(Student, QuietSaysNothingAndStillGrades) {
  const ProgramRun run = run_student({"--quiet"});
  EXPECT_EQ(run.exit_status, 0);
  EXPECT_EQ(run.output, "");
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.grade["status"], "pass");
}

TEST(Student, NoEscapeSequencesAndNoProgressWhereThereIsNoTerminal) {
  const ProgramRun run = run_student({});
  EXPECT_EQ(run.output.find('\033'), std::string::npos);
  EXPECT_EQ(run.errors, "");
}

TEST(Student, ATerminalGetsColoursAndAProgressLineThatIsGoneAtTheEnd) {
  const std::string text = run_on_terminal(student(), {{"NO_COLOR", ""}});
  EXPECT_NE(text.find("\033[32m"), std::string::npos);
  EXPECT_NE(text.find("\r\033[Ksorting and rebuilding 524,288 rows ..."), std::string::npos);
  // The report starts on the line that the last step has been cleared from.
  EXPECT_NE(text.find("...\r\033[K\033[1mstudent"), std::string::npos);
}

TEST(Student, NoColorIsHonouredOnATerminal) {
  const std::string text = run_on_terminal(student(), {{"NO_COLOR", "1"}});
  EXPECT_NE(text.find("PASS"), std::string::npos);
  EXPECT_EQ(text.find("\033[3"), std::string::npos);
  EXPECT_EQ(text.find("\033[1m"), std::string::npos);
}

struct WrongUsage {
  const char* name;
  std::vector<std::string> arguments;
  const char* words;  // on standard error
};

// Names the test's parameter where GoogleTest would print its bytes.
void PrintTo(const WrongUsage& usage, std::ostream* out) {
  *out << usage.name;
}

class WrongUsageTest : public ::testing::TestWithParam<WrongUsage> {};

TEST_P(WrongUsageTest, IsNamedAndExitsWithTwo) {
  const ProgramRun run = run_student(GetParam().arguments);
  EXPECT_EQ(run.exit_status, 2);
  EXPECT_NE(run.errors.find(GetParam().words), std::string::npos) << run.errors;
  EXPECT_TRUE(run.grade.is_null());
}

INSTANTIATE_TEST_SUITE_P(
    Student, WrongUsageTest,
    ::testing::Values(WrongUsage{"unknown_option", {"--fast"}, "--fast"},
                      WrongUsage{"unknown_device", {"--device", "tpu"}, "tpu"},
                      WrongUsage{"runs_is_no_number", {"--runs", "many"}, "many"},
                      WrongUsage{"too_many_runs", {"--runs", "1001"}, "1001"},
                      WrongUsage{"limit_is_zero", {"--limit", "0"}, "--limit"},
                      WrongUsage{"page_and_grade_are_one_file",
                                 {"--html", "x.html", "--json", "x.html"},
                                 "--html: names the same file as --json"},
                      WrongUsage{
                          "missing_rubric",
                          {"--rubric", "/nonexistent/rubric.json"},
                          "cannot read /nonexistent/rubric.json: No such file or directory"}),
    [](const auto& usage) { return std::string(usage.param.name); });

TEST(Student, AnUnreadableMatrixIsWrongUsageWithAGrade) {
  const ProgramRun run = run_student({"--matrix", "/nonexistent/a.mtx"});
  EXPECT_EQ(run.exit_status, 2);
  EXPECT_EQ(run.grade["status"], "error");
  EXPECT_EQ(run.grade["error"]["kind"], "usage");
  EXPECT_EQ(run.grade["error"]["message"],
            "/nonexistent/a.mtx: cannot be read: No such file or directory");
  EXPECT_TRUE(run.grade["score"].is_null());
}

TEST(Student, AMalformedMatrixIsNamedWithItsLine) {
  const TextFile matrix("bad.mtx",
                        "%%MatrixMarket matrix coordinate real general\n2 2 1\n3 1 1.0\n");
  const ProgramRun run = run_student({"--matrix", matrix.path()});
  EXPECT_EQ(run.exit_status, 2);
  const std::string message = run.grade["error"]["message"];
  EXPECT_EQ(message.substr(0, matrix.path().size() + 3), matrix.path() + ":3:") << message;
}

TEST(Student, AMatrixPast32BitOffsetsIsRefusedBeforeAnythingIsAllocated) {
  const TextFile matrix(
      "huge.mtx", "%%MatrixMarket matrix coordinate real general\n100000 100000 2147483648\n");
  const ProgramRun run = run_student({"--matrix", matrix.path()});
  EXPECT_EQ(run.exit_status, 2);
  const std::string message = run.grade["error"]["message"];
  EXPECT_NE(message.find("2^31 - 1"), std::string::npos) << message;
}

TEST(Student, APathThatCannotBeWrittenIsNamedBeforeTheWorkStarts) {
  const ProgramRun run = run_student({"--json", "/nonexistent/grade.json"});
  EXPECT_EQ(run.exit_status, 3);
  EXPECT_EQ(run.errors,
            "student: cannot write /nonexistent/grade.json: No such file or directory\n");
}

TEST(Student, APageIsWrittenBesideTheGradeAndNamed) {
  const TextFile page("picture.html", "an earlier page");
  const ProgramRun run = run_student({"--html", page.path()});
  EXPECT_EQ(run.exit_status, 0);
  EXPECT_EQ(run.grade["status"], "pass");
  EXPECT_NE(run.output.find("page written to " + page.path()), std::string::npos);
  std::ifstream stream(page.path(), std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  EXPECT_EQ(text.substr(0, 15), "<!DOCTYPE html>");
  EXPECT_NE(text.find("219,676,672"), std::string::npos);
}

TEST(Student, AnUnreadableMatrixHasAPageThatSaysSo) {
  const TextFile page("unreadable.html", "");
  const ProgramRun run =
      run_student({"--matrix", "/nonexistent/a.mtx", "--quiet", "--html", page.path()});
  EXPECT_EQ(run.exit_status, 2);
  std::ifstream stream(page.path(), std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  EXPECT_NE(text.find("/nonexistent/a.mtx: cannot be read"), std::string::npos);
}

TEST(Student, APagePathThatCannotBeWrittenIsNamedBeforeTheWorkStarts) {
  const ProgramRun run = run_student({"--html", "/nonexistent/picture.html"});
  EXPECT_EQ(run.exit_status, 3);
  EXPECT_EQ(run.errors,
            "student: cannot write /nonexistent/picture.html: No such file or directory\n");
  EXPECT_TRUE(run.grade.is_null());
}

struct BadAnswers {
  const char* name;
  std::string text;
  const char* message;
};

void PrintTo(const BadAnswers& answers, std::ostream* out) {
  *out << answers.name;
}

class BadAnswersTest : public ::testing::TestWithParam<BadAnswers> {};

TEST_P(BadAnswersTest, FailTheGateAndTheCodeIsStillChecked) {
  const TextFile answers(std::string(GetParam().name) + ".json", GetParam().text);
  const ProgramRun run = run_student({"--answers", answers.path()});
  EXPECT_EQ(run.exit_status, 1);
  EXPECT_EQ(check(run.grade, "answers")["message"],
            "answers.json (" + answers.path() + "): " + GetParam().message);
  EXPECT_EQ(check(run.grade, "all_rows")["status"], "pass");
  EXPECT_EQ(check(run.grade, "prediction")["message"],
            "not run, because the check answers did not pass");
}

INSTANTIATE_TEST_SUITE_P(
    Student, BadAnswersTest,
    ::testing::Values(
        BadAnswers{
            "not_json", "predicted: 5",
            "it is not valid JSON: parse error at line 1, column 1: syntax error while parsing "
            "value - invalid literal; last read: 'p'"},
        BadAnswers{
            "wrong_type", R"({"measured_ratio": "big"})",
            "\"measured_ratio\" should be a number, without quotes, or null, it is a JSON string"},
        BadAnswers{"too_large", std::string(70'000, ' '), "it has more than 65,536 bytes"}),
    [](const auto& answers) { return std::string(answers.param.name); });

TEST(Student, MissingAnswersAreNamed) {
  const ProgramRun run = run_student({"--answers", "/nonexistent/answers.json"});
  EXPECT_EQ(run.exit_status, 1);
  EXPECT_EQ(check(run.grade, "answers")["message"],
            "answers.json (/nonexistent/answers.json): there is no such file");
}

TEST(Student, ARubricChangesThePoints) {
  const TextFile rubric("rubric.json", R"({"points": {"order": 2.5, "all_rows": 4}})");
  const ProgramRun run = run_student({"--rubric", rubric.path()});
  EXPECT_EQ(run.grade["score"], 6.5);
  EXPECT_EQ(run.grade["max_score"], 6.5);
}

TEST(Student, WithoutAGpuAskingForOneIsTheMachinesFault) {
  if (on_gpu()) GTEST_SKIP() << "there is a GPU";
  const ProgramRun run = run_student({"--device", "cuda"}, {{"CUDA_VISIBLE_DEVICES", ""}});
  EXPECT_EQ(run.exit_status, 3);
  EXPECT_EQ(run.grade["status"], "error");
  EXPECT_EQ(run.grade["error"]["kind"], "infrastructure");
  EXPECT_TRUE(run.grade["score"].is_null());
}

TEST(Student, ADriverOlderThanTheToolkitIsTheMachinesFaultAndBothVersionsAreNamed) {
#ifdef ROWSORT_OLD_DRIVER_DIR
  if (on_gpu()) GTEST_SKIP() << "the driver's own library comes first where there is one";
  const ProgramRun run =
      run_student({"--device", "cuda"}, {{"LD_LIBRARY_PATH", ROWSORT_OLD_DRIVER_DIR}});
  EXPECT_EQ(run.exit_status, 3);
  const std::string message = run.grade["error"]["message"];
  EXPECT_EQ(message.substr(0, 60), "the NVIDIA driver supports CUDA 11.4; this program was built");
  EXPECT_NE(message.find("update the driver, or build with an older toolkit"), std::string::npos);
#else
  GTEST_SKIP() << "this build has no CUDA device";
#endif
}

TEST(Student, WithoutAGpuAutoTakesTheCpuDeviceAndSaysWhy) {
  if (on_gpu()) GTEST_SKIP() << "there is a GPU";
  const ProgramRun run = run_student({"--device", "auto"}, {{"CUDA_VISIBLE_DEVICES", ""}});
  EXPECT_EQ(run.exit_status, 0);
  EXPECT_EQ(run.grade["device"]["kind"], "cpu");
  EXPECT_TRUE(run.grade["device"]["note"].is_string());
}

}  // namespace
}  // namespace rowsort::testing
