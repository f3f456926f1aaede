#include "class/roster.h"

#include "rowsort/text.h"
#include "rowsort/visible_text.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <new>
#include <utility>

#include "class/formula_guard.h"
#include <csv.h>

namespace rowsort {
namespace {

struct Line {
  std::size_t number;  ///< where it begins, from 1
  std::vector<std::string> fields;
};

/// libcsv's parser, which is given one line of the text at a time so that it is known where each
/// row begins.
class CsvReader {
 public:
  CsvReader(const std::string& file, char delimiter) : file_(file) {
    if (csv_init(&parser_, CSV_STRICT | CSV_STRICT_FINI) != 0) throw std::bad_alloc();
    csv_set_delim(&parser_, static_cast<unsigned char>(delimiter));
  }
  ~CsvReader() { csv_free(&parser_); }
  CsvReader(const CsvReader&) = delete;
  CsvReader& operator=(const CsvReader&) = delete;

  std::vector<Line> read(std::string_view text) {
    for (number_ = 1; !text.empty(); ++number_) {
      std::string_view line = text.substr(0, text.find('\n') + 1);
      if (line.empty()) line = text;
      if (between_rows_) row_begins_ = number_;
      if (csv_parse(&parser_, line.data(), line.size(), take_field, end_row, this) != line.size()) {
        fail();
      }
      between_rows_ = between_rows_ && line.find_first_not_of(" \t\r\n") == line.npos;
      text.remove_prefix(line.size());
      between_rows_ = between_rows_ || std::exchange(row_ended_, false);
    }
    --number_;
    if (csv_fini(&parser_, take_field, end_row, this) != 0) fail();
    return std::move(lines_);
  }

 private:
  static void take_field(void* text, std::size_t size, void* self) {
    auto& reader = *static_cast<CsvReader*>(self);
    reader.row_.push_back(without_guard(visible_text({static_cast<const char*>(text), size})));
  }

  static void end_row(int, void* self) {
    auto& reader = *static_cast<CsvReader*>(self);
    reader.lines_.push_back({reader.row_begins_, std::exchange(reader.row_, {})});
    reader.row_ended_ = true;
  }

  [[noreturn]] void fail() {
    throw RosterError(file_ + ", line " + std::to_string(number_) +
                      ": a quotation mark is missing or stands within a field: put the whole field "
                      "into quotation marks, and write two for one in it");
  }

  const std::string& file_;
  csv_parser parser_{};
  std::size_t number_ = 0;
  std::size_t row_begins_ = 0;
  bool between_rows_ = true;  ///< not within a field that goes on in the next line
  bool row_ended_ = false;
  std::vector<std::string> row_;
  std::vector<Line> lines_;
};

[[noreturn]] void refuse(const std::string& file, const Line& line, const std::string& sentence) {
  throw RosterError(file + ", line " + std::to_string(line.number) + ": " + sentence);
}

void require_columns(const std::string& file, const Line& header) {
  std::vector<std::string> names = header.fields;
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end()) refuse(file, header, "the column \"" + *twice + "\" is there twice");
  if (!std::binary_search(names.begin(), names.end(), "id")) {
    refuse(file, header,
           "no column is called \"id\": the first line is to name the columns, id among them");
  }
}

std::string field_of(const Roster& roster, const RosterRow& row, std::string_view column) {
  const auto found = std::find(roster.columns.begin(), roster.columns.end(), column);
  return found == roster.columns.end()
             ? ""
             : row.fields[static_cast<std::size_t>(found - roster.columns.begin())];
}

RosterRow row_of(const Roster& roster, const std::string& file, const Line& line) {
  if (line.fields.size() > roster.columns.size()) {
    refuse(file, line,
           "it has " + counted(line.fields.size(), "field") + " and the first line names " +
               counted(roster.columns.size(), "column") +
               ": put a field with a comma into quotation marks");
  }
  RosterRow row;
  row.line = line.number;
  row.fields = line.fields;
  row.fields.resize(roster.columns.size());
  row.id = field_of(roster, row, "id");
  row.name = field_of(roster, row, "name");
  row.section = field_of(roster, row, "section");
  row.submission = field_of(roster, row, "submission");
  if (!is_student_id(row.id)) {
    refuse(file, line,
           "\"" + row.id.substr(0, kMaxIdBytes) +
               "\" is no id: letters, digits, '.', '_', '-', '@' and '+', no '.' at the "
               "beginning, at most " +
               std::to_string(kMaxIdBytes) + " characters");
  }
  return row;
}

char delimiter_of(std::string_view text) {
  const std::string_view header = text.substr(0, text.find('\n'));
  const bool semicolons =
      header.find(',') == std::string_view::npos && header.find(';') != std::string_view::npos;
  return semicolons ? ';' : ',';
}

}  // namespace

bool is_student_id(std::string_view text) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("._-@+").find(c) != std::string_view::npos;
  };
  return !text.empty() && text.size() <= kMaxIdBytes && text.front() != '.' &&
         std::all_of(text.begin(), text.end(), fits);
}

Roster parse_roster(std::string_view text, const std::string& file) {
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) {
    throw RosterError(file + " is UTF-16 text: save it as UTF-8");
  }
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  const std::vector<Line> lines = CsvReader(file, delimiter_of(text)).read(text);
  if (lines.empty()) throw RosterError(file + " is empty: its first line is to name the columns");
  require_columns(file, lines.front());
  Roster roster;
  roster.columns = lines.front().fields;
  std::map<std::string, std::size_t> line_of_id;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    RosterRow row = row_of(roster, file, lines[i]);
    const auto [other, is_new] = line_of_id.emplace(row.id, lines[i].number);
    if (!is_new) {
      refuse(file, lines[i],
             "the id " + row.id + " is there already, in line " + std::to_string(other->second));
    }
    roster.rows.push_back(std::move(row));
  }
  return roster;
}

Roster read_roster(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string text(kMaxRosterBytes + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (stream.bad() || (!stream.eof() && stream.gcount() == 0)) {
    throw RosterError(file.string() + " cannot be read");
  }
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (text.size() > kMaxRosterBytes) {
    throw RosterError(file.string() + " has more than " + grouped(kMaxRosterBytes) + " bytes");
  }
  return parse_roster(text, file.string());
}

}  // namespace rowsort
