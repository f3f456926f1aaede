#include "report/points.h"

#include "rowsort/text.h"

#include <charconv>
#include <cmath>
#include <optional>
#include <set>

#include "class/csv_table.h"

namespace rowsort {
namespace {

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

// Empty where the text is not points.
std::optional<double> number_of(const std::string& text) {
  double number = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, number);
  if (error != std::errc() || end != last) return {};
  if (!(number >= 0 && number <= kMostHandPoints)) return {};
  return std::abs(number);  // -0 is 0
}

}  // namespace

PointsByHand points_of(const Roster& table, std::span<const ClassRow> rows) {
  const auto column = [&](const char* name) {
    const auto short_name = table.column(name);
    return short_name ? short_name : table.column(name + std::string("_by_hand"));
  };
  const auto points = column("points");
  const auto comment = column("comment");
  if (!points) {
    refuse_line(table.file, 1,
                "no column is called \"points\" or \"points_by_hand\"; the first line has to name "
                "the columns");
  }
  std::set<std::string_view> ids;
  for (const ClassRow& row : rows) ids.insert(row.record.id);
  PointsByHand given;
  for (const RosterRow& row : table.rows) {
    if (!ids.contains(row.id)) {
      refuse_line(table.file, row.line, "no student of this class has the id \"" + row.id + "\"");
    }
    const std::string text = trimmed(row.fields[*points]);
    if (text.empty()) continue;
    const auto number = number_of(text);
    if (!number) {
      refuse_line(table.file, row.line,
                  "\"" + text + "\" should be points, a number from 0 to " +
                      shortest(kMostHandPoints) + " with a decimal point");
    }
    given[row.id] = {*number, comment ? row.fields[*comment] : ""};
  }
  return given;
}

std::string points_csv(const PointsByHand& points) {
  std::string text = csv_row({"id", "points", "comment"});
  for (const auto& [id, given] : points) {
    text += csv_row({escape_formula(id), shortest(given.points), escape_formula(given.comment)});
  }
  return text;
}

}  // namespace rowsort
