#include "report/points.h"

#include "rowsort/errors.h"
#include "rowsort/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>
#include <vector>

#include "class/csv_table.h"
#include "class/roster.h"

namespace rowsort {
namespace {

class PointsTable {
 public:
  PointsTable(const Roster& table, const std::string& file)
      : table_(table),
        file_(file),
        points_(column({"points", "points_by_hand"})),
        comment_(column({"comment", "comment_by_hand"})) {
    if (!points_) {
      throw UsageError(file +
                       ", line 1: no column is called \"points\" or \"points_by_hand\"; the first "
                       "line has to name the columns");
    }
  }

  PointsByHand read(std::span<const ClassRow> rows) const {
    std::set<std::string_view> ids;
    for (const ClassRow& row : rows) ids.insert(row.record.id);
    PointsByHand given;
    for (const RosterRow& row : table_.rows) {
      const std::string text = trimmed(row.fields[*points_]);
      if (!ids.contains(row.id)) {
        refuse(row, "no student of this class has the id \"" + row.id + "\"");
      }
      if (text.empty()) continue;
      given[row.id] = {number_of(row, text), comment_ ? row.fields[*comment_] : ""};
    }
    return given;
  }

 private:
  std::optional<std::size_t> column(std::initializer_list<std::string_view> names) const {
    for (const std::string_view name : names) {
      const auto found = std::find(table_.columns.begin(), table_.columns.end(), name);
      if (found != table_.columns.end()) {
        return static_cast<std::size_t>(found - table_.columns.begin());
      }
    }
    return {};
  }

  static std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(' ');
    if (first == std::string::npos) return "";
    return text.substr(first, text.find_last_not_of(' ') - first + 1);
  }

  [[noreturn]] void refuse(const RosterRow& row, const std::string& sentence) const {
    throw UsageError(file_ + ", line " + std::to_string(row.line) + ": " + sentence);
  }

  double number_of(const RosterRow& row, const std::string& text) const {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool is_number = error == std::errc() && end == text.data() + text.size();
    if (!is_number || !(number >= 0 && number <= kMostHandPoints)) {
      refuse(row, "\"" + text + "\" should be points, a number from 0 to " +
                      shortest(kMostHandPoints) + " with a decimal point");
    }
    return std::abs(number);  // -0 is 0
  }

  const Roster& table_;
  const std::string& file_;
  std::optional<std::size_t> points_;
  std::optional<std::size_t> comment_;
};

}  // namespace

PointsByHand parse_points(std::string_view text, const std::string& file,
                          std::span<const ClassRow> rows) {
  const Roster table = parse_roster(text, file);
  return PointsTable(table, file).read(rows);
}

PointsByHand read_points(const std::filesystem::path& file, std::span<const ClassRow> rows) {
  const Roster table = read_roster(file);
  const std::string name = file.string();
  return PointsTable(table, name).read(rows);
}

std::string points_csv(const PointsByHand& points) {
  std::string text = csv_row({"id", "points", "comment"});
  for (const auto& [id, given] : points) {
    text += csv_row({escape_formula(id), shortest(given.points), escape_formula(given.comment)});
  }
  return text;
}

}  // namespace rowsort
