// Hand-written because Debian packages no library that reads this format.
#include "matrix_market.h"

#include "rowsort/text.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <memory>
#include <string>
#include <system_error>

#include "matrix_market_header.h"
#include "repeated_entry.h"
#include "text_lines.h"

namespace rowsort {
namespace {

using Field = MatrixMarketHeader::Field;

constexpr const char* entry_form(Field field) {
  return field == Field::kPattern ? "an entry is \"ROW COLUMN\""
                                  : "an entry is \"ROW COLUMN VALUE\"";
}

// A 1-based index; returns it 0-based.
int read_index(TextLines& lines, const MatrixMarketHeader& header, const char* what,
               std::size_t count) {
  const std::string_view word = lines.next_word();
  if (word.empty()) {
    lines.fail("the line ends before the " + std::string(what) + "; " + entry_form(header.field));
  }
  std::size_t index = 0;
  if (!read_whole_number(word, index) || index < 1 || index > count) {
    lines.fail("the " + std::string(what) + " is " + quoted(word) +
               ", should be a whole number from 1 to " + std::to_string(count));
  }
  return static_cast<int>(index - 1);
}

bool is_whole_number(std::string_view digits) {
  if (digits.starts_with('-')) digits.remove_prefix(1);
  return !digits.empty() &&
         std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
}

float read_value(TextLines& lines, Field field) {
  if (field == Field::kPattern) return 1;
  const std::string_view word = lines.next_word();
  if (word.empty()) lines.fail(std::string("the line ends before the value; ") + entry_form(field));

  std::string_view number = word;
  // from_chars reads no plus sign.
  if (number.starts_with('+') && !number.starts_with("+-")) number.remove_prefix(1);
  float value = 0;
  const char* const end = number.data() + number.size();
  const auto [parsed, error] = std::from_chars(number.data(), end, value);
  if (error == std::errc::invalid_argument || parsed != end) {
    lines.fail("the value is " + quoted(word) + ", should be a decimal number");
  }
  if (field == Field::kInteger && !is_whole_number(number)) {
    lines.fail("the value is " + quoted(word) + ", should be a whole number as the banner says");
  }
  // from_chars leaves the value alone where a float over- or underflows; strtof rounds it.
  if (error != std::errc{}) value = std::strtof(std::string(number).c_str(), nullptr);
  if (std::isfinite(value)) return value;
  if (error == std::errc{}) lines.fail("the value is " + quoted(word) + ", should be finite");
  lines.fail("the value is " + quoted(word) +
             ", too large for the 32-bit float that it is stored in (at most " +
             shortest(std::numeric_limits<float>::max()) + ")");
}

void read_entry(TextLines& lines, const MatrixMarketHeader& header, Coo& coo) {
  const int row = read_index(lines, header, "row index", header.rows);
  const int col = read_index(lines, header, "column index", header.cols);
  if (header.symmetric && row < col) {
    lines.fail("entry (" + std::to_string(row + 1) + ", " + std::to_string(col + 1) +
               ") lies above the diagonal; a symmetric file holds the lower triangle only");
  }
  const float value = read_value(lines, header.field);
  if (const auto word = lines.next_word(); !word.empty()) {
    lines.fail(quoted(word) + " follows the entry; " + entry_form(header.field));
  }
  coo.row.push_back(row);
  coo.col.push_back(col);
  coo.val.push_back(value);
}

Coo read_entries(TextLines& lines, const MatrixMarketHeader& header) {
  Coo coo;
  coo.rows = header.rows;
  coo.cols = header.cols;
  coo.row.reserve(header.entries);
  coo.col.reserve(header.entries);
  coo.val.reserve(header.entries);
  while (lines.next_line_with_words()) {
    if (coo.nnz() == header.entries) {
      lines.fail("another line follows the " + counted_entries(header.entries) +
                 " that the size line promises");
    }
    read_entry(lines, header, coo);
  }
  if (coo.nnz() < header.entries) {
    lines.fail("the file ends after " + counted_entries(coo.nnz()) +
               ", but the size line promises " + grouped(header.entries));
  }
  return coo;
}

// `lines` stands before the first entry.
void refuse_repeated_entry(const TextLines& lines, const Coo& coo) {
  const auto repeated = find_repeated_entry(coo);
  if (!repeated) return;
  const auto line_of = [&](std::size_t entry) {
    TextLines at = lines;
    for (std::size_t e = 0; e <= entry; ++e) at.next_line_with_words();
    return at.line_number();
  };
  const std::size_t e = repeated->second;
  lines.fail_at(line_of(e), "entry (" + std::to_string(coo.row[e] + 1) + ", " +
                                std::to_string(coo.col[e] + 1) + ") stands on line " +
                                std::to_string(line_of(repeated->first)) + " already");
}

// Entries off the diagonal stand for two nonzeros.
void mirror(const TextLines& lines, Coo& coo) {
  const std::size_t entries = coo.nnz();
  std::size_t nnz = entries;
  for (std::size_t e = 0; e < entries; ++e) nnz += coo.row[e] != coo.col[e] ? 1 : 0;
  require_32_bit_shape(lines, coo.rows, coo.cols, nnz);
  coo.row.reserve(nnz);
  coo.col.reserve(nnz);
  coo.val.reserve(nnz);
  for (std::size_t e = 0; e < entries; ++e) {
    if (coo.row[e] == coo.col[e]) continue;
    coo.row.push_back(coo.col[e]);
    coo.col.push_back(coo.row[e]);
    coo.val.push_back(coo.val[e]);
  }
}

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

std::string read_file(const std::filesystem::path& path) {
  const auto fail = [&](const std::string& sentence) {
    throw MatrixMarketError(path.string() + ": " + sentence);
  };
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) fail("is a directory, should be a file");
  const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rb"));
  if (!file) fail("cannot be opened: " + std::generic_category().message(errno));

  // The size is only a first guess: a pipe has none. One byte more, so that the end is seen at
  // once.
  const auto size = std::filesystem::file_size(path, ignored);
  std::string text(ignored ? 65536 : static_cast<std::size_t>(size) + 1, '\0');
  std::size_t length = 0;
  while (const std::size_t got =
             std::fread(text.data() + length, 1, text.size() - length, file.get())) {
    length += got;
    if (length == text.size()) text.resize(2 * length);
  }
  if (std::ferror(file.get())) fail("cannot be read: " + std::generic_category().message(errno));
  text.resize(length);
  return text;
}

}  // namespace

Coo read_matrix_market(std::string_view text, std::string_view name) {
  if (text.empty()) throw MatrixMarketError(std::string(name) + ": the file is empty");
  TextLines lines(text, name);
  const MatrixMarketHeader header = read_matrix_market_header(lines);
  const TextLines first_entry = lines;
  Coo coo = read_entries(lines, header);
  refuse_repeated_entry(first_entry, coo);
  if (header.symmetric) mirror(lines, coo);
  return coo;
}

Coo read_matrix_market(const std::filesystem::path& path) {
  return read_matrix_market(read_file(path), path.string());
}

}  // namespace rowsort
