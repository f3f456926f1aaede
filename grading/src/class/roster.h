#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rowsort {

/// One student of a roster.
struct RosterRow {
  std::string id;
  std::string name;  ///< empty if there is no such column, as are the next two
  std::string section;
  std::string submission;  ///< path of what was handed in
  /// Every field of the row, in the order of Roster::columns, the ones above among them.
  std::vector<std::string> fields;
  std::size_t line = 0;  ///< of the file where the row begins, from 1
};

/// A list of the students of a class.
struct Roster {
  std::string file;  ///< its name in messages
  std::vector<std::string> columns;
  std::vector<RosterRow> rows;  ///< in the order of the file

  /// The index of a column in RosterRow::fields.
  std::optional<std::size_t> column(std::string_view name) const;
};

inline constexpr std::size_t kMaxRosterBytes = std::size_t{16} << 20;
inline constexpr std::size_t kMaxIdBytes = 100;

/// Whether a text can be an id, which is also the name of a folder: letters, digits, '.', '_', '-',
/// '@' and '+', no '.' at the beginning, at most kMaxIdBytes.
bool is_student_id(std::string_view text);

/// Parses a table (parse_csv()) whose first line names the columns. `id` is required; `name`,
/// `section` and `submission` are optional; other columns are kept.
///
/// `file` names the table in messages. Throws UsageError, with file, line and what to do, for text
/// that is not a table, a column that appears twice, a row with more fields than columns, and an id
/// that is not valid (is_student_id()) or appears twice.
Roster parse_roster(std::string_view text, const std::string& file);

/// The same for a file of at most kMaxRosterBytes.
Roster read_roster(const std::filesystem::path& file);

}  // namespace rowsort
