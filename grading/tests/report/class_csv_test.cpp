#include "rowsort/errors.h"

#include "class/csv_table.h"
#include "class/roster.h"
#include "class_rows.h"
#include "report/class_table.h"
#include "report/points.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rowsort {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;
using testing::StartsWith;

std::string csv_of(const ClassGrades& grades) {
  return class_csv(grades, find_all(grades));
}

// The field as a reader of the CSV gets it; without the apostrophe before a formula.
std::string field(const Roster& table, std::size_t row, const std::string& column) {
  const auto found = std::find(table.columns.begin(), table.columns.end(), column);
  if (found == table.columns.end()) return "no column " + column;
  return table.rows[row].fields[static_cast<std::size_t>(found - table.columns.begin())];
}

TEST(CsvRow, QuotesAsRfc4180Says) {
  EXPECT_EQ(csv_row({"a", "b,c", "say \"x\"", "two\nlines", " end ", ""}),
            "a,\"b,c\",\"say \"\"x\"\"\",\"two\nlines\",\" end \",\r\n");
  EXPECT_EQ(csv_row({"", "a"}), ",a\r\n");
}

TEST(EscapeFormula, PutsAnApostropheBeforeWhatASpreadsheetCalculates) {
  for (const char* const text : {"=1+1", "+1", "-1", "@SUM(A1)", "  =1", "\t=1",
                                 "\xef\xbc\x9d"
                                 "1",
                                 "\xef\xbc\xa0"
                                 "x"}) {
    EXPECT_EQ(escape_formula(text), "'" + std::string(text));
    EXPECT_EQ(unescape_formula(escape_formula(text)), text);
  }
  for (const char* const text : {"a=1", "", "'", "'tis", "1-1", "s-1@x"}) {
    EXPECT_EQ(escape_formula(text), text);
    EXPECT_EQ(unescape_formula(text), text);
  }
}

TEST(ClassCsv, HasARowForEveryStudent) {
  ClassGrades grades;
  grades.rows = {planted_row("a"), planted_row("b", Outcome::kMissing),
                 planted_row("c", Outcome::kInfrastructure), planted_row("d", Outcome::kNotDone)};
  grades.rows[0].grade->ratio.measured = 0.61;
  grades.rows[0].grade->timing.emplace();
  grades.rows[0].grade->timing->measurement.interval = Interval{0.6, 0.62};
  const Roster table = parse_roster(csv_of(grades), "class.csv");
  ASSERT_THAT(table.rows, SizeIs(4));
  EXPECT_EQ(field(table, 0, "outcome"), "pass");
  EXPECT_EQ(field(table, 0, "score"), "10");
  EXPECT_EQ(field(table, 0, "lane_slots_submitted"), "1000");
  EXPECT_EQ(field(table, 0, "ratio_measured"), "0.61");
  EXPECT_EQ(field(table, 0, "ratio_measured_low"), "0.6");
  EXPECT_EQ(field(table, 0, "ratio_measured_high"), "0.62");
  EXPECT_EQ(field(table, 0, "conclusive"), "yes");
  EXPECT_EQ(field(table, 1, "outcome"), "missing");
  EXPECT_EQ(field(table, 1, "score"), "");
  EXPECT_EQ(field(table, 2, "outcome"), "infrastructure");
  EXPECT_EQ(field(table, 3, "outcome"), "not done");
}

TEST(ClassCsv, KeepsHostileTextInItsField) {
  ClassGrades grades;
  grades.rows = {planted_row("-a"), planted_row("b")};
  grades.rows[0].record.name = "=HYPERLINK(\"http://example.org\",\"x\")";
  grades.rows[0].grade->answers->sentence = "one, \"two\"\r\n=cmd|' /C calc'!A0,three";
  grades.rows[1].grade->answers->sentence = "=cmd|' /C calc'!A0";
  const std::string text = csv_of(grades);
  EXPECT_THAT(text, HasSubstr("\r\n'-a,\"'=HYPERLINK(\"\"http://example.org\"\",\"\"x\"\")\""));
  EXPECT_THAT(text, HasSubstr(",'=cmd|' /C calc'!A0\r\n"));
  const Roster table = parse_roster(text, "class.csv");
  ASSERT_THAT(table.rows, SizeIs(2));
  EXPECT_EQ(table.rows[0].id, "-a");
  EXPECT_EQ(table.rows[0].name, grades.rows[0].record.name);
}

std::vector<ClassRow> two_students() {
  return {planted_row("ada"), planted_row("-bob")};
}

TEST(Points, AreReadByIdAndWrittenBack) {
  const PointsByHand points =
      points_of(parse_roster("id,points,comment\nada,1.5,\"good, short\"\n-bob,,\n", "p.csv"),
                two_students());
  ASSERT_THAT(points, SizeIs(1));
  EXPECT_EQ(points.at("ada").points, 1.5);
  EXPECT_EQ(points.at("ada").comment, "good, short");
  EXPECT_EQ(points_csv(points), "id,points,comment\r\nada,1.5,\"good, short\"\r\n");
}

TEST(Points, ComeBackInAClassCsvThatWasFilledIn) {
  ClassGrades grades;
  grades.rows = two_students();
  give_points(grades, {{"-bob", {2, "=1+1"}}});
  const PointsByHand points = points_of(parse_roster(csv_of(grades), "class.csv"), grades.rows);
  ASSERT_THAT(points, SizeIs(1));
  EXPECT_EQ(points.at("-bob").points, 2);
  EXPECT_EQ(points.at("-bob").comment, "=1+1");
  EXPECT_EQ(field(parse_roster(csv_of(grades), "class.csv"), 1, "total"), "12");
}

std::string refusal(const std::string& text) {
  try {
    points_of(parse_roster(text, "p.csv"), two_students());
  } catch (const UsageError& error) {
    return error.what();
  }
  return "taken";
}

TEST(Points, AreRefusedWithTheLine) {
  EXPECT_THAT(refusal("id,points\nada,1\n\nmallory,1\n"),
              StartsWith("p.csv, line 4: no student of this class has the id \"mallory\""));
  for (const char* const bad : {"x", "-1", "1e9", "nan", "inf", "1 2", "0x1", "1;5"}) {
    EXPECT_THAT(refusal("id,points\nada," + std::string(bad) + "\n"),
                StartsWith("p.csv, line 2: \"" + std::string(bad) + "\" should be points"))
        << bad;
  }
  EXPECT_THAT(refusal("id,points\nada,1\nada,2\n"), HasSubstr("line 3"));
  EXPECT_THAT(refusal("id,grade\nada,1\n"), HasSubstr("no column is called \"points\""));
  EXPECT_EQ(refusal("id,points\nada,1000\n"), "taken");
}

}  // namespace
}  // namespace rowsort
