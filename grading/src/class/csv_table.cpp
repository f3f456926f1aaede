#include "class/csv_table.h"

#include "rowsort/errors.h"
#include "rowsort/text.h"
#include "rowsort/visible_text.h"

#include <algorithm>
#include <array>
#include <new>
#include <utility>

#include <csv.h>

namespace rowsort {
namespace {

// libcsv's parser. It gets one line of the text at a time, so that the line where a row begins is
// known.
class CsvReader {
 public:
  CsvReader(const std::string& file, char delimiter) : file_(file) {
    if (csv_init(&parser_, CSV_STRICT | CSV_STRICT_FINI) != 0) throw std::bad_alloc();
    csv_set_delim(&parser_, static_cast<unsigned char>(delimiter));
  }
  ~CsvReader() { csv_free(&parser_); }
  CsvReader(const CsvReader&) = delete;
  CsvReader& operator=(const CsvReader&) = delete;

  std::vector<CsvLine> read(std::string_view text) {
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
    reader.row_.push_back(unescape_formula(visible_text({static_cast<const char*>(text), size})));
  }

  static void end_row(int, void* self) {
    auto& reader = *static_cast<CsvReader*>(self);
    reader.lines_.push_back({reader.row_begins_, std::exchange(reader.row_, {})});
    reader.row_ended_ = true;
  }

  [[noreturn]] void fail() {
    refuse_line(file_, number_,
                "a quotation mark is missing or inside a field: put the whole field in quotation "
                "marks, and double each one inside it");
  }

  const std::string& file_;
  csv_parser parser_{};
  std::size_t number_ = 0;
  std::size_t row_begins_ = 0;
  bool between_rows_ = true;  // not inside a field that continues on the next line
  bool row_ended_ = false;
  std::vector<std::string> row_;
  std::vector<CsvLine> lines_;
};

char delimiter_of(std::string_view text) {
  const std::string_view header = text.substr(0, text.find('\n'));
  const bool semicolons =
      header.find(',') == std::string_view::npos && header.find(';') != std::string_view::npos;
  return semicolons ? ';' : ',';
}

std::string quoted_if_needed(const std::string& field) {
  const bool plain = field.find_first_of(",;\"\r\n") == std::string::npos &&
                     !field.starts_with(' ') && !field.ends_with(' ');
  if (plain) return field;
  std::string quoted(2 * field.size() + 2, '\0');
  quoted.resize(csv_write(quoted.data(), quoted.size(), field.data(), field.size()));
  return quoted;
}

bool is_formula(std::string_view text) {
  // The last four are U+FF1D, U+FF0B, U+FF0D and U+FF20.
  constexpr std::array<std::string_view, 8> beginnings = {
      "=", "+", "-", "@", "\xef\xbc\x9d", "\xef\xbc\x8b", "\xef\xbc\x8d", "\xef\xbc\xa0"};
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](std::string_view beginning) { return text.starts_with(beginning); });
}

}  // namespace

std::vector<CsvLine> parse_csv(std::string_view text, const std::string& file) {
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) {
    throw UsageError(file + " is UTF-16 text: save it as UTF-8");
  }
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  return CsvReader(file, delimiter_of(text)).read(text);
}

void refuse_line(const std::string& file, std::size_t line, const std::string& sentence) {
  throw UsageError(file + ", line " + std::to_string(line) + ": " + sentence);
}

std::string csv_row(std::vector<std::string> fields) {
  for (std::string& field : fields) field = quoted_if_needed(field);
  return joined(fields, ",") + "\r\n";
}

std::string escape_formula(std::string_view text) {
  return (is_formula(text) ? "'" : "") + std::string(text);
}

std::string unescape_formula(std::string text) {
  if (text.starts_with('\'') && is_formula(std::string_view(text).substr(1))) text.erase(0, 1);
  return text;
}

}  // namespace rowsort
