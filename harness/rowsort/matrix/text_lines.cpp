#include "text_lines.h"

#include "rowsort/errors.h"
#include "rowsort/visible_text.h"

#include <algorithm>
#include <charconv>

namespace rowsort {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

}  // namespace

bool TextLines::next_line() {
  if (left_.empty()) return false;
  const std::size_t end = std::min(left_.find('\n'), left_.size());
  line_ = left_.substr(0, end);
  left_.remove_prefix(std::min(end + 1, left_.size()));
  if (line_.ends_with('\r')) line_.remove_suffix(1);
  words_ = line_;
  ++number_;
  return true;
}

bool TextLines::next_line_with_words() {
  while (next_line()) {
    if (!std::all_of(line_.begin(), line_.end(), is_blank)) return true;
  }
  return false;
}

std::string_view TextLines::next_word() {
  const auto begin = std::find_if_not(words_.begin(), words_.end(), is_blank);
  const auto end = std::find_if(begin, words_.end(), is_blank);
  words_ = {end, words_.end()};
  return {begin, end};
}

void TextLines::require_end(const std::string& what) {
  if (const auto word = next_word(); !word.empty()) fail(in_quotes(word) + " follows " + what);
}

void TextLines::fail_at(std::size_t line_number, const std::string& sentence) const {
  throw UsageError(std::string(name_) + ":" + std::to_string(line_number) + ": " + sentence);
}

bool read_whole_number(std::string_view word, std::size_t& number) {
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  return error == std::errc{} && end == word.data() + word.size();
}

}  // namespace rowsort
