// Hand-written because Debian packages no library that reads this format.
#include "matrix_market.h"

#include "rowsort/errors.h"
#include "rowsort/files.h"
#include "rowsort/text.h"
#include "rowsort/visible_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <initializer_list>
#include <limits>
#include <stdexcept>
#include <string>
#include <system_error>

#include "text_lines.h"

namespace rowsort {
namespace {

enum class Field : std::ptrdiff_t { kReal, kInteger, kPattern };  // in the banner's order

// What the banner and the size line say.
struct Header {
  Field field = Field::kReal;
  bool symmetric = false;
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::size_t entries = 0;  // as stored; a symmetric matrix has more nonzeros
};

std::string counted_entries(std::size_t entries) {
  return grouped(entries) + (entries == 1 ? " entry" : " entries");
}

// Refuses the shape with the current line's number.
void require_32_bit_shape(const TextLines& lines, std::size_t rows, std::size_t cols,
                          std::size_t nnz) {
  try {
    rowsort::require_32_bit_shape(rows, cols, nnz);
  } catch (const std::length_error& error) {
    lines.fail(error.what());
  }
}

std::string lower_case(std::string_view word) {
  std::string lower(word);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

constexpr const char* kBanner = "\"%%MatrixMarket matrix coordinate FIELD SYMMETRY\"";

// Reads one word of the banner, which must be one of `words`, and returns which of them it is.
std::ptrdiff_t banner_word(TextLines& lines, const char* what, const char* readable,
                           std::initializer_list<const char*> words) {
  const std::string_view word = lines.next_word();
  if (word.empty()) {
    lines.fail("the banner ends before its " + std::string(what) + "; it should be " + kBanner);
  }
  const auto known = std::find(words.begin(), words.end(), lower_case(word));
  if (known == words.end()) {
    lines.fail("the banner's " + std::string(what) + " is " + in_quotes(word) + ", should be " +
               readable + "; nothing else can be read");
  }
  return known - words.begin();
}

void read_banner(TextLines& lines, Header& header) {
  lines.next_line();
  if (lower_case(lines.next_word()) != "%%matrixmarket") {
    lines.fail("the file begins with " + in_quotes(lines.line()) +
               ", should begin with the banner " + kBanner);
  }
  banner_word(lines, "object", "\"matrix\"", {"matrix"});
  banner_word(lines, "format", "\"coordinate\"", {"coordinate"});
  header.field = Field{banner_word(lines, "field", R"("real", "integer" or "pattern")",
                                   {"real", "integer", "pattern"})};
  header.symmetric =
      banner_word(lines, "symmetry", R"("general" or "symmetric")", {"general", "symmetric"}) == 1;
  lines.require_end(std::string("the banner, which should be ") + kBanner);
}

// What the size line promises must fit 32-bit offsets, the matrix and the file. Checked before
// anything is allocated, so that memory stays proportional to the file.
void check_size(const TextLines& lines, const Header& header) {
  const auto [field, symmetric, rows, cols, entries] = header;
  require_32_bit_shape(lines, rows, cols, entries);
  if (symmetric && rows != cols) {
    lines.fail("a symmetric matrix is square, but this one has " + counted(rows, "row") + " and " +
               counted(cols, "column"));
  }
  // At most `rows` entries are on the diagonal; all others are mirrored.
  if (symmetric) require_32_bit_shape(lines, rows, cols, 2 * entries - std::min(rows, entries));

  const std::size_t places = symmetric ? rows * (rows + 1) / 2 : rows * cols;
  const std::string promise = "the size line promises " + counted_entries(entries);
  if (entries > places) {
    lines.fail(promise + ", but " + (symmetric ? "the lower triangle" : "the matrix") + " has " +
               counted(places, "place"));
  }
  // The shortest line is "1 1\n" or "1 1 1\n"; the last one may lack its end.
  const std::size_t shortest_line = field == Field::kPattern ? 4 : 6;
  if (entries > (lines.bytes_left() + 1) / shortest_line) {
    lines.fail(promise + ", too many for the " + counted(lines.bytes_left(), "byte") +
               " that follow");
  }
}

void read_size_line(TextLines& lines, Header& header) {
  do {
    if (!lines.next_line_with_words()) {
      lines.fail("the file ends before the size line \"ROWS COLUMNS ENTRIES\"");
    }
  } while (lines.line().substr(lines.line().find_first_not_of(" \t")).starts_with('%'));
  for (std::size_t* number : {&header.rows, &header.cols, &header.entries}) {
    if (!read_whole_number(lines.next_word(), *number)) {
      lines.fail("the size line is " + in_quotes(lines.line()) +
                 ", should be \"ROWS COLUMNS ENTRIES\", three whole numbers below 2^31");
    }
  }
  lines.require_end("the size line, which should be \"ROWS COLUMNS ENTRIES\"");
  check_size(lines, header);
}

constexpr const char* entry_form(Field field) {
  return field == Field::kPattern ? "an entry is \"ROW COLUMN\""
                                  : "an entry is \"ROW COLUMN VALUE\"";
}

// Reads a 1-based index and returns it 0-based.
int read_index(TextLines& lines, const Header& header, const char* what, std::size_t count) {
  const std::string_view word = lines.next_word();
  if (word.empty()) {
    lines.fail("the line ends before the " + std::string(what) + "; " + entry_form(header.field));
  }
  std::size_t index = 0;
  if (!read_whole_number(word, index) || index < 1 || index > count) {
    lines.fail("the " + std::string(what) + " is " + in_quotes(word) +
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
  // from_chars does not accept a plus sign.
  if (number.starts_with('+') && !number.starts_with("+-")) number.remove_prefix(1);
  float value = 0;
  const char* const end = number.data() + number.size();
  const auto [parsed, error] = std::from_chars(number.data(), end, value);
  if (error == std::errc::invalid_argument || parsed != end) {
    lines.fail("the value is " + in_quotes(word) + ", should be a decimal number");
  }
  if (field == Field::kInteger && !is_whole_number(number)) {
    lines.fail("the value is " + in_quotes(word) + ", should be a whole number as the banner says");
  }
  // On overflow and underflow from_chars sets no value; strtof rounds.
  if (error != std::errc{}) value = std::strtof(std::string(number).c_str(), nullptr);
  if (std::isfinite(value)) return value;
  if (error == std::errc{}) lines.fail("the value is " + in_quotes(word) + ", should be finite");
  lines.fail("the value is " + in_quotes(word) +
             ", too large for the 32-bit float that it is stored in (at most " +
             shortest(std::numeric_limits<float>::max()) + ")");
}

void read_entry(TextLines& lines, const Header& header, Coo& coo) {
  const int row = read_index(lines, header, "row index", header.rows);
  const int col = read_index(lines, header, "column index", header.cols);
  if (header.symmetric && row < col) {
    lines.fail("entry (" + std::to_string(row + 1) + ", " + std::to_string(col + 1) +
               ") lies above the diagonal; a symmetric file holds the lower triangle only");
  }
  const float value = read_value(lines, header.field);
  lines.require_end(std::string("the entry; ") + entry_form(header.field));
  coo.add(row, col, value);
}

Coo read_entries(TextLines& lines, const Header& header) {
  Coo coo;
  coo.rows = header.rows;
  coo.cols = header.cols;
  coo.reserve(header.entries);
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

// `lines` is at the line before the first entry.
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
                                std::to_string(coo.col[e] + 1) + ") is already on line " +
                                std::to_string(line_of(repeated->first)));
}

// Adds the mirror image of each entry off the diagonal.
void mirror(const TextLines& lines, Coo& coo) {
  const std::size_t entries = coo.nnz();
  std::size_t nnz = entries;
  for (std::size_t e = 0; e < entries; ++e) nnz += coo.row[e] != coo.col[e] ? 1 : 0;
  require_32_bit_shape(lines, coo.rows, coo.cols, nnz);
  coo.reserve(nnz);
  for (std::size_t e = 0; e < entries; ++e) {
    if (coo.row[e] != coo.col[e]) coo.add(coo.col[e], coo.row[e], coo.val[e]);
  }
}

std::string read_text(const std::filesystem::path& path) try {
  if (std::error_code ignored; std::filesystem::is_directory(path, ignored)) {
    throw UsageError(path.string() + ": is a directory, should be a file");
  }
  return read_file(path);
} catch (const std::system_error& error) {
  throw UsageError(path.string() + ": cannot be read: " + error.code().message());
}

}  // namespace

Coo read_matrix_market(std::string_view text, std::string_view name) {
  if (text.empty()) throw UsageError(std::string(name) + ": the file is empty");
  TextLines lines(text, name);
  Header header;
  read_banner(lines, header);
  read_size_line(lines, header);
  const TextLines before_entries = lines;
  Coo coo = read_entries(lines, header);
  refuse_repeated_entry(before_entries, coo);
  if (header.symmetric) mirror(lines, coo);
  return coo;
}

Coo read_matrix_market(const std::filesystem::path& path) {
  return read_matrix_market(read_text(path), path.string());
}

}  // namespace rowsort
