#include "class/class_folder.h"

#include "rowsort/errors.h"

#include <fstream>

#include "temporary_path.h"
#include <gtest/gtest.h>

namespace rowsort {
namespace {

namespace fs = std::filesystem;

StudentRecord ada() {
  StudentRecord record;
  record.id = "ada";
  record.name = "Ada \"the first\"";
  record.section = "A";
  record.submission = "/submissions/ada";
  record.state = StudentState::kGraded;
  record.source_sha256 = std::string(64, 'a');
  record.graded_at = "2026-01-31T23:59:59Z";
  record.seconds = 1.5;
  record.attempts = 2;
  record.message = "kept";
  record.options = "--runs 20";
  record.seed = 7;
  record.regrade = true;
  return record;
}

class ClassFolderTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = temporary_path("class");
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const fs::path& name, const std::string& text) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
  }

  fs::path folder_;
};

TEST_F(ClassFolderTest, AStateComesBackAsItWasWritten) {
  const fs::path file = folder_ / "state.json";
  StudentRecord record = ada();
  for (const StudentState state : {StudentState::kGraded, StudentState::kMissing,
                                   StudentState::kUnreadable, StudentState::kInfrastructure}) {
    record.state = state;
    write_state(file, record);
    EXPECT_EQ(read_state(file), record);
  }
  record.submission.reset();
  record.source_sha256.reset();
  record.message.reset();
  record.seed.reset();
  write_state(file, record);
  EXPECT_EQ(read_state(file), record);
}

TEST_F(ClassFolderTest, OnlyFoldersWhoseNameIsAnIdAreStudents) {
  fs::create_directories(folder_ / "students/extra");
  fs::create_directories(folder_ / "students/.hidden");
  EXPECT_EQ(ids_in(ClassFolder(folder_)), (std::set<std::string>{"extra"}));
}

TEST_F(ClassFolderTest, CalibrationComesBackAsItWasWritten) {
  const ClassFolder grades(folder_);
  fs::create_directories(grades.calibration());
  for (const std::uint64_t number : {10U, 2U}) {
    write_calibration_state(grades.calibration_state(number), {"2026-01-31T23:59:59Z", 1.5});
  }
  write("calibration/11.json", "{}");
  EXPECT_EQ(numbers_in(grades.calibration()), (std::set<std::uint64_t>{2, 10, 11}));
  EXPECT_EQ(read_calibration_state(grades.calibration_state(10))->graded_at,
            "2026-01-31T23:59:59Z");
  EXPECT_EQ(read_calibration_state(grades.calibration_state(10))->seconds, 1.5);
  EXPECT_FALSE(read_calibration_state(grades.calibration_state(11)).has_value());
}

TEST_F(ClassFolderTest, AFileThatIsNotAStateIsNamed) {
  const std::vector<std::string> texts = {"", "{}", "[]", R"({"id": 3})"};
  for (const std::string& text : texts) {
    write("students/ada/state.json", text);
    try {
      read_state(folder_ / "students/ada/state.json");
      FAIL() << text;
    } catch (const UsageError& error) {
      EXPECT_NE(std::string(error.what()).find("ada/state.json"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace rowsort
