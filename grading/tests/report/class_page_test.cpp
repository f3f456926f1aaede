#include "report/class_page.h"

#include "class_rows.h"
#include "report/class_table.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace rowsort {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kHostile =
    "</script><script>alert(1)</script>\"'<img src=x onerror=alert(1)>&amp;";

ClassGrades hostile_class() {
  ClassGrades grades;
  grades.rows = {planted_row("ada"), planted_row("bob", Outcome::kInfrastructure)};
  for (ClassRow& row : grades.rows) {
    row.record.name = kHostile;
    row.record.section = kHostile;
    row.message = kHostile;
  }
  grades.rows[0].grade->answers->sentence = kHostile;
  grades.rows[0].grade->device->name = kHostile;
  grades.rows[0].grade->error = GradeError{"crashed", kHostile};
  grades.rows[0].by_hand = HandPoints{1, kHostile};
  grades.calibration = {planted_run("2026-03-02T01:00:00Z", 1.2, 113, kHostile)};
  return grades;
}

TEST(ClassData, HoldsEveryText) {
  const ClassGrades grades = hostile_class();
  const auto data = nlohmann::json::parse(class_data(grades, find_all(grades)));
  EXPECT_EQ(data["rows"][0][1], kHostile);
  EXPECT_EQ(data["rows"][0].back(), kHostile);
  EXPECT_EQ(data["rows"][0].size(), data["columns"].size());
}

TEST(ClassPage, EscapesHostileText) {
  const ClassGrades grades = hostile_class();
  const std::string page = class_page(grades, find_all(grades), kHostile);
  EXPECT_THAT(page, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(page, Not(HasSubstr("<img")));
  const std::size_t data = page.find("{\"columns\":");
  const std::size_t data_end = page.find("</div>", data);
  ASSERT_NE(data_end, std::string::npos);
  EXPECT_EQ(page.substr(data, data_end - data).find_first_of("<>"), std::string::npos);
}

TEST(ClassPage, GivesTheScriptFormatsAndHints) {
  const auto columns = nlohmann::json::parse(class_data({}, find_all({})))["columns"];
  const auto column = std::find_if(columns.begin(), columns.end(), [](const nlohmann::json& one) {
    return one["name"] == "ratio_measured";
  });
  ASSERT_NE(column, columns.end());
  EXPECT_EQ((*column)["heading"], "measured");
  EXPECT_EQ((*column)["digits"], (std::vector<int>{2, 2}));
  EXPECT_EQ((*column)["hint"],
            (std::vector<std::string>{"ratio_measured_low", "ratio_measured_high"}));
}

TEST(ClassPage, AllowsItsOwnScriptsAndNoNetwork) {
  const ClassGrades grades = hostile_class();
  const std::string page = class_page(grades, find_all(grades), "Class");
  EXPECT_THAT(page, HasSubstr("default-src 'none'; base-uri 'none'; form-action 'none'"));
  EXPECT_THAT(page, Not(HasSubstr("unsafe-inline")));
  EXPECT_THAT(page, Not(HasSubstr("sourceMappingURL=")));
  EXPECT_THAT(page, Not(HasSubstr(" src=\"")));
}

TEST(ClassPage, OfAnEmptyClassIsAPage) {
  const std::string page = class_page({}, find_all({}), "Class");
  EXPECT_THAT(page, HasSubstr("There is no grade yet."));
}

}  // namespace
}  // namespace rowsort
