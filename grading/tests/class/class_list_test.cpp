#include "class/class_list.h"

#include "rowsort/errors.h"

#include <fstream>

#include "temporary_path.h"
#include <gtest/gtest.h>

namespace rowsort {
namespace {

namespace fs = std::filesystem;

class ClassListTest : public ::testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_ / "in"); }
  void TearDown() override { fs::remove_all(folder_); }

  void folder(const std::string& name) const { fs::create_directories(folder_ / "in" / name); }
  void file(const std::string& name, const std::string& text = "x") const {
    std::ofstream(folder_ / name) << text;
  }
  ClassList list() const { return list_class(folder_ / "in", std::nullopt, grades_); }
  ClassList list_with_roster(const std::string& text) const {
    file("roster.csv", text);
    return list_class(folder_ / "in", folder_ / "roster.csv", grades_);
  }

  fs::path folder_ = temporary_path("list");
  ClassFolder grades_{folder_ / "grades"};
};

std::vector<std::string> ids(const ClassList& list) {
  std::vector<std::string> ids;
  for (const Student& student : list.students) ids.push_back(student.id);
  return ids;
}

TEST_F(ClassListTest, TheNameWithoutItsExtensionIsTheId) {
  folder("ada.lovelace");
  folder("dir.zip");
  file("in/grace.zip");
  file("in/mary.tar.gz");
  file("in/kay.cu");
  file("in/rar.rar");
  file("in/no.extension");
  EXPECT_EQ(ids(list()), (std::vector<std::string>{"ada.lovelace", "dir.zip", "grace", "kay",
                                                   "mary", "no.extension", "rar"}));
  EXPECT_EQ(list().students[2].submission, fs::absolute(folder_ / "in/grace.zip"));
}

TEST_F(ClassListTest, ANameThatIsNotAnIdIsReported) {
  folder("a b");
  folder(".git");
  file("in/.DS_Store");
  file("in/x\ny.zip");
  EXPECT_TRUE(list().students.empty());
  EXPECT_EQ(list().not_taken, (std::vector<std::string>{"a b", "x y.zip"}));
}

TEST_F(ClassListTest, TwoSubmissionsOfOneStudentAreAProblemAndNeitherIsGraded) {
  folder("ada");
  file("in/ada.zip");
  const ClassList list = this->list();
  ASSERT_EQ(list.students.size(), 1u);
  EXPECT_FALSE(list.students[0].submission.has_value());
  EXPECT_EQ(list.students[0].problem, "found ada and ada.zip: keep only the one that counts");
}

TEST_F(ClassListTest, EveryoneInTheRosterIsListedAndEveryoneElseWhoHandedIn) {
  folder("ada");
  folder("extra");
  const ClassList list = list_with_roster("id,name,section\nzoe,Zoe,B\nada,Ada,A\n");
  EXPECT_EQ(ids(list), (std::vector<std::string>{"ada", "extra", "zoe"}));
  EXPECT_EQ(list.students[0].name, "Ada");
  EXPECT_EQ(list.students[0].section, "A");
  EXPECT_TRUE(list.students[1].submission.has_value());
  EXPECT_FALSE(list.students[2].submission.has_value());
  EXPECT_EQ(list.roster, "id,name,section\nzoe,Zoe,B\nada,Ada,A\n");
}

TEST_F(ClassListTest, APathInTheRosterReplacesANameAndBelongsToNobodyElse) {
  folder("ada");
  folder("group 7");
  folder("bob");
  const ClassList list =
      list_with_roster("id,submission\nada,group 7\nbob,\nzoe,bob\neve,not/there\n");
  EXPECT_EQ(ids(list), (std::vector<std::string>{"ada", "bob", "eve", "zoe"}));
  EXPECT_EQ(list.students[0].submission, fs::absolute(folder_ / "in/group 7"));
  EXPECT_FALSE(list.students[1].submission.has_value());
  EXPECT_EQ(list.students[2].submission, fs::absolute(folder_ / "in/not/there"));
  EXPECT_EQ(list.students[3].submission, fs::absolute(folder_ / "in/bob"));
}

TEST_F(ClassListTest, PathsInARosterAloneAreRelativeToItsFolder) {
  file("alone.csv", "id,submission\nada,in/ada\nzoe,\n");
  const ClassList list = list_class(folder_ / "alone.csv", std::nullopt, grades_);
  EXPECT_EQ(list.students.at(0).submission, fs::absolute(folder_ / "in/ada"));
  EXPECT_FALSE(list.students.at(1).submission.has_value());
}

TEST_F(ClassListTest, ARosterInTheFolderIsNotASubmission) {
  file("in/roster.csv", "id\nada\n");
  EXPECT_EQ(ids(list_class(folder_ / "in", folder_ / "in/roster.csv", grades_)),
            (std::vector<std::string>{"ada"}));
}

TEST_F(ClassListTest, WithoutARosterOneIsMadeFromTheIds) {
  folder("zoe");
  folder("ada");
  EXPECT_EQ(list().roster, "id,name,section\nada,,\nzoe,,\n");
}

TEST_F(ClassListTest, AStudentWithAGradeStaysWhenTheSubmissionIsGone) {
  folder("ada");
  StudentRecord record;
  record.id = "grace";
  record.name = "Grace";
  fs::create_directories(grades_.student("grace"));
  write_state(grades_.state("grace"), record);
  fs::create_directories(grades_.student("never.looked.at"));
  const ClassList list = this->list();
  EXPECT_EQ(ids(list), (std::vector<std::string>{"ada", "grace"}));
  EXPECT_EQ(list.students[1].name, "Grace");
  EXPECT_FALSE(list.students[1].submission.has_value());
  EXPECT_EQ(list.roster, "id,name,section\nada,,\ngrace,,\n");
}

TEST_F(ClassListTest, WhatCannotBeAClassIsRefused) {
  EXPECT_THROW(list_class(folder_ / "nowhere", std::nullopt, grades_), UsageError);
  file("no_paths.csv", "id\nada\n");
  EXPECT_THROW(list_class(folder_ / "no_paths.csv", std::nullopt, grades_), UsageError);
  EXPECT_THROW(list_class(folder_ / "no_paths.csv", folder_ / "no_paths.csv", grades_), UsageError);
  EXPECT_THROW(list_with_roster("name\nAda\n"), UsageError);
}

}  // namespace
}  // namespace rowsort
