#include "matrix_market_header.h"

#include "rowsort/text.h"

#include <algorithm>
#include <initializer_list>
#include <stdexcept>

#include "csr_view.h"

namespace rowsort {
namespace {

std::string lower_case(std::string_view word) {
  std::string lower(word);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

constexpr const char* kBanner = "\"%%MatrixMarket matrix coordinate FIELD SYMMETRY\"";

// One word of the banner, which must be one of those that are read.
std::string banner_word(TextLines& lines, const char* what, const char* readable,
                        std::initializer_list<const char*> words) {
  const std::string_view word = lines.next_word();
  if (word.empty()) {
    lines.fail("the banner ends before its " + std::string(what) + "; it should be " + kBanner);
  }
  std::string lower = lower_case(word);
  if (std::find(words.begin(), words.end(), lower) == words.end()) {
    lines.fail("the banner's " + std::string(what) + " is " + quoted(word) + ", should be " +
               readable + "; no other is read");
  }
  return lower;
}

void read_banner(TextLines& lines, MatrixMarketHeader& header) {
  lines.next_line();
  if (lower_case(lines.next_word()) != "%%matrixmarket") {
    lines.fail("the file begins with " + quoted(lines.line()) + ", should begin with the banner " +
               kBanner);
  }
  banner_word(lines, "object", "\"matrix\"", {"matrix"});
  banner_word(lines, "format", "\"coordinate\"", {"coordinate"});
  const std::string field = banner_word(lines, "field", R"("real", "integer" or "pattern")",
                                        {"real", "integer", "pattern"});
  const std::string symmetry =
      banner_word(lines, "symmetry", R"("general" or "symmetric")", {"general", "symmetric"});
  if (const auto word = lines.next_word(); !word.empty()) {
    lines.fail(quoted(word) + " follows the banner, which should be " + kBanner);
  }
  header.field = field == "real"      ? MatrixMarketHeader::Field::kReal
                 : field == "integer" ? MatrixMarketHeader::Field::kInteger
                                      : MatrixMarketHeader::Field::kPattern;
  header.symmetric = symmetry == "symmetric";
}

// What the size line promises has to fit 32-bit offsets, the matrix and the file.
void check_size(const TextLines& lines, const MatrixMarketHeader& header) {
  const auto [field, symmetric, rows, cols, entries] = header;
  require_32_bit_shape(lines, rows, cols, entries);
  if (symmetric && rows != cols) {
    lines.fail("a symmetric matrix is square, but this one has " + counted(rows, "row") + " and " +
               counted(cols, "column"));
  }
  // At most `rows` entries lie on the diagonal, and all others are mirrored.
  if (symmetric) require_32_bit_shape(lines, rows, cols, 2 * entries - std::min(rows, entries));

  const std::size_t places = symmetric ? rows * (rows + 1) / 2 : rows * cols;
  const std::string promise = "the size line promises " + counted_entries(entries);
  if (entries > places) {
    lines.fail(promise + ", but " + (symmetric ? "the lower triangle" : "the matrix") + " has " +
               counted(places, "place"));
  }
  // The shortest line is "1 1\n" or "1 1 1\n"; the last one may lack its end.
  const std::size_t shortest_line = field == MatrixMarketHeader::Field::kPattern ? 4 : 6;
  if (entries > (lines.bytes_left() + 1) / shortest_line) {
    lines.fail(promise + ", too many for the " + counted(lines.bytes_left(), "byte") +
               " that follow");
  }
}

void read_size_line(TextLines& lines, MatrixMarketHeader& header) {
  do {
    if (!lines.next_line_with_words()) {
      lines.fail("the file ends before the size line \"ROWS COLUMNS ENTRIES\"");
    }
  } while (lines.line().substr(lines.line().find_first_not_of(" \t")).starts_with('%'));
  for (std::size_t* number : {&header.rows, &header.cols, &header.entries}) {
    if (!read_whole_number(lines.next_word(), *number)) {
      lines.fail("the size line is " + quoted(lines.line()) +
                 ", should be \"ROWS COLUMNS ENTRIES\", three whole numbers below 2^31");
    }
  }
  if (const auto word = lines.next_word(); !word.empty()) {
    lines.fail(quoted(word) + " follows the size line, which should be \"ROWS COLUMNS ENTRIES\"");
  }
  check_size(lines, header);
}

}  // namespace

MatrixMarketHeader read_matrix_market_header(TextLines& lines) {
  MatrixMarketHeader header;
  read_banner(lines, header);
  read_size_line(lines, header);
  return header;
}

void require_32_bit_shape(const TextLines& lines, std::size_t rows, std::size_t cols,
                          std::size_t nnz) {
  try {
    require_32_bit_shape(rows, cols, nnz);
  } catch (const std::length_error& error) {
    lines.fail(error.what());
  }
}

std::string counted_entries(std::size_t entries) {
  return grouped(entries) + (entries == 1 ? " entry" : " entries");
}

}  // namespace rowsort
