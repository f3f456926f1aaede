/// The program as a user runs it.

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "program.h"
#include <gtest/gtest.h>
#include <unistd.h>

namespace rowsort::testing {
namespace {

std::filesystem::path lesson() {
  const char* folder = std::getenv("ROWSORT_PROGRAM_DIR");
  return std::filesystem::path(folder != nullptr ? folder : ROWSORT_PROGRAM_DIR) / "lesson";
}

std::filesystem::path expected(const char* file) {
  return std::filesystem::path(ROWSORT_EXPECTED_DIR) / file;
}

ProgramRun run_lesson(std::vector<std::string> arguments) {
  return run_program(lesson(), std::move(arguments));
}

// A Matrix Market file of its own for the test, removed with it.
class MatrixFile {
 public:
  explicit MatrixFile(const std::string& text) {
    std::string name = (std::filesystem::temp_directory_path() / "lesson-XXXXXX.mtx").string();
    close(mkstemps(name.data(), 4));
    path_ = name;
    std::ofstream(path_) << text;
  }
  ~MatrixFile() { std::filesystem::remove(path_); }
  MatrixFile(const MatrixFile&) = delete;
  MatrixFile& operator=(const MatrixFile&) = delete;

  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

// In each 32 rows 31 of one nonzero and one of 100.
std::string ragged_matrix() {
  std::ostringstream text;
  text << "%%MatrixMarket matrix coordinate real general\n128 128 " << 4 * (31 + 100) << "\n";
  for (int row = 1; row <= 128; ++row) {
    for (int k = 0; k < (row % 32 == 0 ? 100 : 1); ++k) {
      text << row << ' ' << (row + k) % 128 + 1 << ' ' << k - 1.5 << '\n';
    }
  }
  return text.str();
}

TEST(LessonProgram, TablesShowTheLessonsNumbers) {
  const ProgramRun run = run_lesson({"--kernel", "csr-thread,csr-warp,ell,cusparse-csr-1"});
  EXPECT_EQ(run.exit_status, 0) << run.output << run.errors;
  if (!on_gpu()) expect_text(run.output, expected("tables.txt"));
  const nlohmann::json& skewed = run.grade["matrices"][1];
  EXPECT_EQ(skewed["nonzeros"], 8'388'608);
  EXPECT_EQ(skewed["methods"][0]["lane_slots"], 219'676'672);
  EXPECT_EQ(skewed["methods"][1]["lane_slots"], 23'592'960);
  EXPECT_EQ(skewed["dense_bytes"], std::uint64_t{1} << 40);
  for (const nlohmann::json& method : skewed["methods"]) {
    EXPECT_EQ(method["outcome"], on_gpu() || !method["lane_slots"].is_null() ? "right" : "skipped");
    EXPECT_NE(method["microseconds"].is_null(), on_gpu());
  }
}

TEST(LessonProgram, OnAGpuEveryMethodIsRightOnBothMatrices) {
  if (!on_gpu()) GTEST_SKIP() << "needs a GPU";
  const ProgramRun run = run_lesson({"--runs", "3"});
  EXPECT_EQ(run.exit_status, 0) << run.output << run.errors;
  for (const nlohmann::json& matrix : run.grade["matrices"]) {
    EXPECT_GE(matrix["methods"].size(), 18u);
    for (const nlohmann::json& method : matrix["methods"]) {
      EXPECT_EQ(method["outcome"], "right") << matrix["name"] << " " << method["id"];
    }
  }
}

TEST(LessonProgram, AMatrixOfOnesOwnGetsCountsAndAdvice) {
  const MatrixFile file(ragged_matrix());
  const ProgramRun run = run_lesson({"--matrix", file.path()});
  EXPECT_EQ(run.exit_status, 0) << run.output << run.errors;
  EXPECT_NE(run.output.find("Best kernel for this matrix: adaptive CSR, sorted falling"),
            std::string::npos)
      << run.output;
  const nlohmann::json& matrix = run.grade["matrices"][0];
  EXPECT_EQ(matrix["advice"]["kernel"], "csr-adaptive");
  EXPECT_EQ(matrix["advice"]["clock_agrees"].is_null(), !on_gpu());
  for (const nlohmann::json& method : matrix["methods"]) {
    if (method["lane_slots"].is_null()) continue;
    EXPECT_EQ(method["outcome"], "right") << method["id"];
    EXPECT_EQ(method["executed"]["lane_slots"], method["lane_slots"]) << method["id"];
  }
}

TEST(LessonProgram, GrowthHasAPointForEachSize) {
  const ProgramRun run = run_lesson({"--rows", "1024", "4096"});
  EXPECT_EQ(run.exit_status, 0) << run.output << run.errors;
  EXPECT_EQ(run.grade["growth"].size(), on_gpu() ? 28u : 4u);
}

TEST(LessonProgram, ExplainAsksAndChecksOnATerminal) {
  const std::string right = run_on_terminal(lesson(), {}, {"explain"}, "1 3\n6 4\n64\nthread\n");
  EXPECT_NE(right.find("4 of 4 right"), std::string::npos) << right;
  const std::string wrong = run_on_terminal(lesson(), {}, {"explain"}, "2\n6 4\n32\nthread\n");
  EXPECT_NE(wrong.find("no, the answer is 1, 3"), std::string::npos) << wrong;
  EXPECT_NE(wrong.find("2 of 4 right"), std::string::npos) << wrong;
}

TEST(LessonProgram, ExplainWithoutATerminalGivesTheAnswers) {
  const MatrixFile file("%%MatrixMarket matrix coordinate pattern general\n2 3 2\n1 3\n2 1\n");
  const ProgramRun run = run_lesson({"explain", file.path()});
  EXPECT_EQ(run.exit_status, 0) << run.errors;
  EXPECT_NE(run.output.find("2 rows, 3 columns, 2 nonzeros"), std::string::npos) << run.output;
  EXPECT_NE(run.output.find("How many lane-slots does one thread per row issue?  32"),
            std::string::npos)
      << run.output;
}

void expect_usage_error(const std::vector<std::string>& arguments, const std::string& message) {
  const ProgramRun run = run_lesson(arguments);
  EXPECT_EQ(run.exit_status, 2) << arguments[0];
  EXPECT_NE(run.errors.find(message), std::string::npos) << run.errors;
  EXPECT_EQ(run.errors.find("terminate"), std::string::npos) << run.errors;
}

TEST(LessonProgram, WrongUsageIsExplained) {
  const MatrixFile broken("%%MatrixMarket matrix coordinate real general\n2 2 1\n3 1 5\n");
  const MatrixFile large("%%MatrixMarket matrix coordinate pattern general\n33 2 1\n1 1\n");
  expect_usage_error({"--matrix", "no-such-file.mtx"}, "no-such-file.mtx");
  expect_usage_error({"--matrix", broken.path()}, ":3: the row index is");
  expect_usage_error({"--kernel", "csr"}, "there is no kernel 'csr'; choose from coo-atomic");
  expect_usage_error({"--rows", "1000"}, "not a power of two");
  expect_usage_error({"--rows", "4096", "1024"}, "FROM is larger than TO");
  expect_usage_error({"--rows", "1024", "--matrix", "even"}, "excludes");
  expect_usage_error({"--runs", "-1"}, "--runs");
  expect_usage_error({"--unknown"}, "--unknown");
  expect_usage_error({"explain", large.path()}, "33 rows");
}

TEST(LessonProgram, WithoutAGpuTheEnvironmentIsToBlame) {
  if (on_gpu()) GTEST_SKIP() << "there is a GPU";
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"--device", "cuda"}, std::vector<std::string>{"--huge"}}) {
    const ProgramRun run = run_program(lesson(), arguments, {{"CUDA_VISIBLE_DEVICES", ""}});
    EXPECT_EQ(run.exit_status, 3) << arguments[0];
    EXPECT_NE(run.errors, "");
  }
}

TEST(LessonProgram, AnUnwritableJsonFileIsFoundBeforeTheWork) {
  const ProgramRun run = run_lesson({"--json", "/no/such/folder/lesson.json"});
  EXPECT_EQ(run.exit_status, 3);
  EXPECT_EQ(run.output, "");
  EXPECT_NE(run.errors.find("/no/such/folder"), std::string::npos) << run.errors;
}

TEST(LessonProgram, HelpHasExamples) {
  const ProgramRun run = run_lesson({"--help"});
  EXPECT_EQ(run.exit_status, 0);
  EXPECT_NE(run.output.find("lesson --matrix mine.mtx"), std::string::npos);
  EXPECT_NE(run.output.find("Exit status"), std::string::npos);
}

}  // namespace
}  // namespace rowsort::testing
