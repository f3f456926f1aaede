#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// Tables of comma-separated values (RFC 4180), as spreadsheets read and write them.
namespace rowsort {

/// One row of a table that was read.
struct CsvLine {
  std::size_t number;  ///< of the line in the file where the row begins, from 1
  std::vector<std::string> fields;
};

/// Parses a table, the line with the names of its columns included. Values are separated by commas,
/// or by semicolons if the first line has no comma, as spreadsheets write in some countries. Accepts
/// a byte order mark and CRLF; skips empty lines. Fields become visible text (visible_text.h),
/// without the apostrophe of escape_formula().
///
/// `file` names the table in messages. Throws UsageError with file and line.
std::vector<CsvLine> parse_csv(std::string_view text, const std::string& file);

/// Throws UsageError with file, line and this sentence.
[[noreturn]] void refuse_line(const std::string& file, std::size_t line,
                              const std::string& sentence);

/// One row with its CRLF. Puts a field in quotation marks if it has a comma, a semicolon, a
/// quotation mark, a line break, or a space at either end. Text that others wrote has to go through
/// escape_formula() first.
std::string csv_row(std::vector<std::string> fields);

/// Puts an apostrophe before a text that a spreadsheet would calculate as a formula (CSV injection,
/// CWE-1236): its first character other than a space is = + - or @, or the fullwidth form of one of
/// these. Returns any other text unchanged.
std::string escape_formula(std::string_view text);

/// Removes that apostrophe.
std::string unescape_formula(std::string text);

}  // namespace rowsort
