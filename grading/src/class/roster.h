#pragma once

#include <cstddef>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace rowsort {

/// One student of a roster.
struct RosterRow {
  std::string id;
  std::string name;        ///< empty where there is no such column
  std::string section;     ///< likewise
  std::string submission;  ///< likewise: path of what was handed in
  /// Every field of the row, in the order of Roster::columns, the ones above among them.
  std::vector<std::string> fields;
  std::size_t line = 0;  ///< where it begins in the file, from 1
};

/// Who should be there.
struct Roster {
  std::vector<std::string> columns;
  std::vector<RosterRow> rows;  ///< as in the file
};

/// A roster cannot be read. what() names file and line, and says what to do.
class RosterError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

inline constexpr std::size_t kMaxRosterBytes = std::size_t{16} << 20;
inline constexpr std::size_t kMaxIdBytes = 100;

/// Whether a text can be an id, which is also the name of a folder: letters, digits, '.', '_', '-',
/// '@' and '+', no '.' at the beginning, at most kMaxIdBytes.
bool is_student_id(std::string_view text);

/// Parses a table of comma-separated values (RFC 4180; semicolons where the first line holds no
/// comma, as spreadsheets write in some countries) whose first line names the columns. `id` is
/// required, `name`, `section` and `submission` are known, any other is kept. A byte order mark,
/// CRLF and empty lines are taken; texts become visible text (visible_text.h), without the
/// apostrophe that class_csv() puts before what a spreadsheet would take for a formula.
///
/// `file` stands for it in messages. Throws RosterError for what is no table, a column that is
/// there twice, a row with more fields than columns, an id that is none (is_student_id) or is there
/// twice.
Roster parse_roster(std::string_view text, const std::string& file);

/// The same for a file of at most kMaxRosterBytes.
Roster read_roster(const std::filesystem::path& file);

}  // namespace rowsort
