#include "class/student_folder.h"

#include "rowsort/text.h"

#include <fstream>
#include <iterator>

#include "temporary_path.h"
#include <gtest/gtest.h>

namespace rowsort {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

StudentRecord attempt(std::uint64_t number) {
  StudentRecord record;
  record.id = "ada";
  record.state = StudentState::kGraded;
  record.graded_at = utc_now();
  record.attempts = number;
  return record;
}

class StudentFolderTest : public ::testing::Test {
 protected:
  void SetUp() override { fs::create_directories(root_ / "students/ada"); }
  void TearDown() override { fs::remove_all(root_); }

  StudentFolder folder() const { return {ClassFolder(root_), "ada"}; }
  fs::path file(const std::string& name) const { return root_ / "students/ada" / name; }

  void grade(std::uint64_t number, const std::string& text) const {
    std::ofstream(folder().new_grade()) << text;
    folder().commit_grade(attempt(number));
  }

  std::size_t grades_in_history() const {
    if (!fs::exists(file("history"))) return 0;
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(file("history")), {}));
  }

  fs::path root_ = temporary_path("student");
};

TEST_F(StudentFolderTest, AGradeGoesToTheHistoryBeforeItIsReplaced) {
  grade(1, "first");
  EXPECT_EQ(grades_in_history(), 0u);
  for (std::uint64_t number = 2; number <= 12; ++number) grade(number, std::to_string(number));
  EXPECT_EQ(text_of(file("grade.json")), "12");
  EXPECT_EQ(folder().state()->attempts, 12u);
  EXPECT_EQ(grades_in_history(), 11u);
  EXPECT_EQ(text_of(file("history/1.json")), "first");
  EXPECT_EQ(text_of(file("history/11.json")), "11");
}

TEST_F(StudentFolderTest, AStateAloneKeepsTheGrade) {
  grade(1, "first");
  std::ofstream(folder().new_grade()) << "the machine's fault";
  folder().commit_state(attempt(2));
  EXPECT_EQ(text_of(file("grade.json")), "first");
  EXPECT_EQ(folder().state()->attempts, 2u);
  EXPECT_EQ(grades_in_history(), 0u);
  EXPECT_FALSE(fs::exists(file(".next")));
}

TEST_F(StudentFolderTest, AGradeThatWasNotFinishedIsRemoved) {
  grade(1, "first");
  std::ofstream(folder().new_grade()) << "half a gra";
  folder().recover();
  EXPECT_EQ(text_of(file("grade.json")), "first");
  EXPECT_EQ(folder().state()->attempts, 1u);
  EXPECT_FALSE(fs::exists(file(".next")));
}

// Each number of steps is what commit_grade() leaves if its process is killed after them.
TEST_F(StudentFolderTest, AMoveThatWasBegunIsFinishedFromWhereverItStopped) {
  for (const int steps : {0, 1, 2}) {
    TearDown();
    SetUp();
    grade(1, "first");
    std::ofstream(folder().new_grade()) << "second";
    write_state(file(".next/state.json"), attempt(2));
    if (steps >= 1) {
      fs::create_directories(file("history"));
      fs::copy_file(file("grade.json"), file("history/1.json"));
    }
    if (steps >= 2) fs::rename(file(".next/grade.json"), file("grade.json"));
    for (int twice = 0; twice < 2; ++twice) {
      folder().recover();
      EXPECT_EQ(text_of(file("grade.json")), "second") << steps;
      EXPECT_EQ(folder().state()->attempts, 2u) << steps;
      EXPECT_EQ(grades_in_history(), 1u) << steps;
      EXPECT_EQ(text_of(file("history/1.json")), "first") << steps;
      EXPECT_FALSE(fs::exists(file(".next"))) << steps;
    }
  }
}

TEST_F(StudentFolderTest, AStateThatCannotBeReadIsIgnored) {
  grade(1, "first");
  std::ofstream(file("state.json")) << "{";
  EXPECT_FALSE(folder().state().has_value());
}

TEST_F(StudentFolderTest, OnlyOneProcessHasTheLock) {
  {
    const Descriptor first = lock_folder(root_ / "students/ada", false);
    EXPECT_TRUE(first);
    EXPECT_FALSE(lock_folder(root_ / "students/ada", false));
  }
  EXPECT_TRUE(lock_folder(root_ / "students/new", false));
}

TEST_F(StudentFolderTest, ASymbolicLinkInPlaceOfTheLockIsRefused) {
  fs::create_symlink("/tmp/elsewhere", file(".lock"));
  EXPECT_THROW(lock_folder(root_ / "students/ada", false), std::system_error);
}

}  // namespace
}  // namespace rowsort
