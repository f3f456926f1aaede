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
    write("roster.csv", "id,name\nada,Ada\ngrace,Grace\n");
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

TEST_F(ClassFolderTest, AStudentInTheRosterWithoutAStateIsNotDone) {
  fs::create_directories(folder_ / "students/ada");
  write_state(folder_ / "students/ada/state.json", ada());
  fs::create_directories(folder_ / "students/extra");
  fs::create_directories(folder_ / "students/.hidden");
  const ClassRecords records = read_class(folder_);
  ASSERT_EQ(records.students.size(), 1u);
  EXPECT_EQ(records.students[0], ada());
  EXPECT_EQ(records.not_done, (std::vector<std::string>{"extra", "grace"}));
}

TEST_F(ClassFolderTest, CalibrationIsReadByNumberAndOnlyWithItsState) {
  fs::create_directories(folder_ / "calibration");
  for (const int number : {10, 2}) {
    CalibrationRecord record;
    record.graded_at = "2026-01-31T23:59:59Z";
    record.seconds = number;
    write_calibration_state(folder_ / "calibration" / (std::to_string(number) + ".state.json"),
                            record);
  }
  write("calibration/11.json", "{}");
  const auto records = read_class(folder_).calibration;
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(records[0].number, 2u);
  EXPECT_EQ(records[1].number, 10u);
  EXPECT_EQ(records[1].seconds, 10);
  EXPECT_EQ(records[1].grade, folder_ / "calibration/10.json");
}

TEST_F(ClassFolderTest, AFileThatIsNotAStateIsNamed) {
  const std::vector<std::string> texts = {"", "{}", "[]", R"({"id": 3})"};
  for (const std::string& text : texts) {
    write("students/ada/state.json", text);
    try {
      read_class(folder_);
      FAIL() << text;
    } catch (const UsageError& error) {
      EXPECT_NE(std::string(error.what()).find("ada/state.json"), std::string::npos);
    }
  }
}

TEST_F(ClassFolderTest, AFolderWithoutARosterIsNotAClassFolder) {
  EXPECT_THROW(read_class(folder_ / "students"), UsageError);
}

}  // namespace
}  // namespace rowsort
