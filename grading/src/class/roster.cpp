#include "class/roster.h"

#include "rowsort/errors.h"
#include "rowsort/files.h"
#include "rowsort/text.h"

#include <algorithm>
#include <map>

#include "class/csv_table.h"

namespace rowsort {
namespace {

void require_columns(const std::string& file, const CsvLine& header) {
  std::vector<std::string> names = header.fields;
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end())
    refuse_line(file, header.number, "the column \"" + *twice + "\" appears twice");
  if (!std::binary_search(names.begin(), names.end(), "id")) {
    refuse_line(
        file, header.number,
        "no column is called \"id\": the first line must name the columns, and one must be id");
  }
}

RosterRow row_of(const Roster& roster, const CsvLine& line) {
  if (line.fields.size() > roster.columns.size()) {
    refuse_line(roster.file, line.number,
                "it has " + counted(line.fields.size(), "field") + ", but the first line names " +
                    counted(roster.columns.size(), "column") +
                    ": put a field that contains a comma in quotation marks");
  }
  RosterRow row;
  row.line = line.number;
  row.fields = line.fields;
  row.fields.resize(roster.columns.size());
  const auto field = [&](std::string_view column) {
    const auto index = roster.column(column);
    return index ? row.fields[*index] : "";
  };
  row.id = field("id");
  row.name = field("name");
  row.section = field("section");
  row.submission = field("submission");
  if (!is_student_id(row.id)) {
    refuse_line(
        roster.file, line.number,
        "\"" + row.id.substr(0, kMaxIdBytes) +
            "\" is not a valid id: use letters, digits, '.', '_', '-', '@' and '+', no '.' at "
            "the beginning, and at most " +
            std::to_string(kMaxIdBytes) + " characters");
  }
  return row;
}

}  // namespace

std::optional<std::size_t> Roster::column(std::string_view name) const {
  const auto found = std::find(columns.begin(), columns.end(), name);
  if (found == columns.end()) return std::nullopt;
  return static_cast<std::size_t>(found - columns.begin());
}

bool is_student_id(std::string_view text) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("._-@+").find(c) != std::string_view::npos;
  };
  return !text.empty() && text.size() <= kMaxIdBytes && text.front() != '.' &&
         std::all_of(text.begin(), text.end(), fits);
}

Roster parse_roster(std::string_view text, const std::string& file) {
  const std::vector<CsvLine> lines = parse_csv(text, file);
  if (lines.empty()) throw UsageError(file + " is empty: its first line must name the columns");
  require_columns(file, lines.front());
  Roster roster{file, lines.front().fields, {}};
  std::map<std::string, std::size_t> line_of_id;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    RosterRow row = row_of(roster, lines[i]);
    const auto [other, is_new] = line_of_id.emplace(row.id, lines[i].number);
    if (!is_new) {
      refuse_line(file, lines[i].number,
                  "the id " + row.id + " is already in line " + std::to_string(other->second));
    }
    roster.rows.push_back(std::move(row));
  }
  return roster;
}

Roster read_roster(const std::filesystem::path& file) {
  const std::string text = read_user_file(file, kMaxRosterBytes + 1);
  if (text.size() > kMaxRosterBytes) {
    throw UsageError(file.string() + " has more than " + grouped(kMaxRosterBytes) + " bytes");
  }
  return parse_roster(text, file.string());
}

}  // namespace rowsort
