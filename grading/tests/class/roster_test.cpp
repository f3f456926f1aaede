#include "class/roster.h"

#include "rowsort/errors.h"

#include <gtest/gtest.h>

namespace rowsort {
namespace {

std::string refusal(std::string_view text) {
  try {
    parse_roster(text, "roster.csv");
  } catch (const UsageError& error) {
    return error.what();
  }
  return "taken";
}

void expect_says(const std::string& text, const std::string& words) {
  EXPECT_NE(text.find(words), std::string::npos) << text;
}

TEST(Roster, KeepsEveryColumn) {
  const Roster roster =
      parse_roster("name,id,tutor,section\nAda,ada,Charles,A\nGrace,grace.h@navy,,B\n", "r");
  ASSERT_EQ(roster.rows.size(), 2u);
  EXPECT_EQ(roster.columns, (std::vector<std::string>{"name", "id", "tutor", "section"}));
  EXPECT_EQ(roster.rows[0].id, "ada");
  EXPECT_EQ(roster.rows[0].fields[2], "Charles");
  EXPECT_EQ(roster.rows[1].name, "Grace");
  EXPECT_EQ(roster.rows[1].section, "B");
  EXPECT_EQ(roster.rows[1].submission, "");
}

TEST(Roster, ReadsWhatSpreadsheetsWrite) {
  const Roster roster = parse_roster(
      "\xef\xbb\xbfid,name\r\nada,\"Lovelace, \"\"Ada\"\"\"\r\n\r\ngrace,\"two\r\nlines\"\r\n",
      "r");
  ASSERT_EQ(roster.rows.size(), 2u);
  EXPECT_EQ(roster.rows[0].name, "Lovelace, \"Ada\"");
  EXPECT_EQ(roster.rows[1].id, "grace");
  const Roster semicolons = parse_roster("id;name\nada;Lovelace, Ada\n", "r");
  EXPECT_EQ(semicolons.rows.at(0).name, "Lovelace, Ada");
}

TEST(Roster, ReadsARowWithoutItsLastFieldsAndALastLineWithoutALineFeed) {
  const Roster roster = parse_roster("id,name,section\nada", "r");
  ASSERT_EQ(roster.rows.size(), 1u);
  EXPECT_EQ(roster.rows[0].fields.size(), 3u);
}

TEST(Roster, ReplacesBytesThatAreNotUtf8AndCharactersThatHideText) {
  const Roster roster = parse_roster("id,name\nada,\xe9\xe2\x80\xae\n", "r");
  EXPECT_EQ(roster.rows.at(0).name.find('\xe9'), std::string::npos);
}

TEST(Roster, NamesTheLineOfAnIdThatIsNotValid) {
  for (const char* id : {"../ada", ".ada", "", "a b", "a/b", "\"a\nb\"", "\xc3\xa4"}) {
    const std::string said = refusal("id,name\n\nfine,x\n" + std::string(id) + ",x\n");
    expect_says(said, "roster.csv, line 4: ");
    expect_says(said, "is not a valid id");
  }
  expect_says(refusal("id\n" + std::string(kMaxIdBytes + 1, 'a') + "\n"), "is not a valid id");
  EXPECT_EQ(refusal("id\n" + std::string(kMaxIdBytes, 'a') + "\n"), "taken");
}

TEST(Roster, NamesBothLinesOfAnIdThatAppearsTwice) {
  const std::string said = refusal("id,name\nada,\"a\nb\"\ngrace,x\nada,x\n");
  expect_says(said, "line 5");
  expect_says(said, "in line 2");
}

TEST(Roster, RefusesTextThatIsNotATable) {
  expect_says(refusal(""), "is empty");
  expect_says(refusal("name\nAda\n"), "line 1: no column is called \"id\"");
  expect_says(refusal("id,id\na,b\n"), "appears twice");
  expect_says(refusal("id,name\nada,Lovelace, Ada\n"), "line 2: it has 3 fields");
  expect_says(refusal("id,name\nada,\"Lovelace\n"), "a quotation mark is missing");
  expect_says(refusal("id,name\nada,x\"y\"\n"), "line 2: a quotation mark");
  expect_says(refusal(std::string_view("\xff\xfei\0d\0", 6)), "UTF-16");
}

TEST(Roster, AFileThatDoesNotExistIsNamed) {
  EXPECT_THROW(read_roster("/nonexistent/roster.csv"), UsageError);
  EXPECT_THROW(read_roster("/"), UsageError);
}

}  // namespace
}  // namespace rowsort
