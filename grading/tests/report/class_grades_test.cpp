#include "report/class_grades.h"

#include "rowsort/grade/grade_json.h"
#include "rowsort/grade/reference_timings.h"

#include <fstream>

#include "temporary_path.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace rowsort {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::SizeIs;

class ClassGradesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder_.students());
    write(folder_.roster(), "id,name\nada,Ada\nbob,Bob\ncyd,Cyd\ndan,Dan\neve,Eve\n");
  }
  void TearDown() override { fs::remove_all(path_); }

  static void write(const fs::path& file, const std::string& text) {
    fs::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }

  void add(const std::string& id, StudentState state) const {
    StudentRecord record;
    record.id = id;
    record.state = state;
    record.graded_at = "2026-03-02T01:00:00Z";
    fs::create_directories(folder_.student(id));
    write_state(folder_.state(id), record);
  }

  void add_calibration(std::uint64_t number, const std::string& graded_at) const {
    write(folder_.calibration_grade(number), passing().dump());
    write_calibration_state(folder_.calibration_state(number), {graded_at, 1});
  }

  static nlohmann::ordered_json passing() {
    Grade grade;
    grade.submission = "row_sort";
    grade.status = GradeStatus::kPass;
    grade.score = 7;
    grade.max_score = 10;
    nlohmann::ordered_json json = to_json(grade);
    json["ratio"]["measured"] = 1.25;
    return json;
  }

  fs::path path_ = temporary_path("class-grades");
  ClassFolder folder_{path_};
};

TEST_F(ClassGradesTest, EveryStudentHasARow) {
  add("ada", StudentState::kGraded);
  write(folder_.grade("ada"), passing().dump());
  add("bob", StudentState::kMissing);
  add("cyd", StudentState::kInfrastructure);
  add("eve", StudentState::kGraded);
  write(folder_.grade("eve"), "{\"schema_version\": 2");
  fs::create_directories(folder_.student("extra"));
  const ClassGrades grades = read_class_grades(path_);
  ASSERT_THAT(grades.rows, SizeIs(6));
  EXPECT_EQ(grades.rows[0].outcome, Outcome::kPass);
  EXPECT_EQ(grades.rows[0].grade->score, 7);
  EXPECT_EQ(grades.rows[1].outcome, Outcome::kMissing);
  EXPECT_EQ(grades.rows[2].outcome, Outcome::kInfrastructure);
  EXPECT_EQ(grades.rows[3].outcome, Outcome::kNotDone);
  EXPECT_EQ(grades.rows[3].record.name, "Dan");
  EXPECT_EQ(grades.rows[4].outcome, Outcome::kInfrastructure);
  EXPECT_THAT(grades.rows[4].message, HasSubstr("not valid JSON"));
  EXPECT_EQ(grades.rows[5].record.id, "extra");
  EXPECT_EQ(grades.rows[5].outcome, Outcome::kNotDone);
}

// A grade of a version that states neither interval nor conclusion, and one that states both.
TEST_F(ClassGradesTest, ReadsGradesWithAndWithoutIntervals) {
  add("ada", StudentState::kGraded);
  nlohmann::ordered_json without = passing();
  without["ratio"].erase("measured_interval");
  without["ratio"].erase("conclusive");
  write(folder_.grade("ada"), without.dump());
  add("bob", StudentState::kGraded);
  nlohmann::ordered_json with = passing();
  with["ratio"]["measured_interval"] = {1.2, 1.3};
  with["ratio"]["conclusive"] = false;
  with["ratio"]["inconclusive_because"] = "two modes";
  with["timing"] = {{"unsorted", {3, 1, 2}},
                    {"submitted", {1, "nan", 3}},
                    {"submitted_modes", {{"low", 1}, {"high", 3}}}};
  write(folder_.grade("bob"), with.dump());
  const ClassGrades grades = read_class_grades(path_);
  const Grade& ada = *grades.rows[0].grade;
  EXPECT_EQ(ada.ratio.measured, 1.25);
  EXPECT_FALSE(measured_interval(ada).has_value());
  EXPECT_FALSE(is_conclusive(ada).has_value());
  const Grade& bob = *grades.rows[1].grade;
  EXPECT_EQ(measured_interval(bob)->low, 1.2);
  EXPECT_EQ(measured_interval(bob)->high, 1.3);
  EXPECT_EQ(is_conclusive(bob), false);
  EXPECT_EQ(bob.timing->measurement.inconclusive_because, "two modes");
  EXPECT_EQ(median_time(bob, &TimedPair::unsorted), 2);
  EXPECT_EQ(median_time(bob, &TimedPair::submitted), 2);
  EXPECT_TRUE(is_bimodal(bob));
}

TEST_F(ClassGradesTest, CalibrationIsInTheOrderOfTime) {
  add_calibration(1, "2026-03-02T03:00:00Z");
  add_calibration(2, "2026-03-02T01:00:00Z");
  write(folder_.calibration_grade(3), passing().dump());  // its state was never written
  const ClassGrades grades = read_class_grades(path_);
  ASSERT_THAT(grades.calibration, SizeIs(2));
  EXPECT_EQ(grades.calibration[0].number, 2U);
  EXPECT_EQ(grades.calibration[0].grade->ratio.measured, 1.25);
}

TEST_F(ClassGradesTest, AStateThatCannotBeReadIsNamed) {
  write(folder_.state("ada"), "{}");
  try {
    read_class_grades(path_);
    FAIL() << "a broken state.json was taken";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("ada/state.json was not written by rowsort batch"));
  }
}

TEST_F(ClassGradesTest, OtherFoldersAreRefused) {
  EXPECT_THROW(read_class_grades(path_ / "students"), UsageError);
}

}  // namespace
}  // namespace rowsort
