#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace rowsort {

/// Reads a text line by line and a line word by word, and knows the number of the current line.
class TextLines {
 public:
  TextLines(std::string_view text, std::string_view name) : left_(text), name_(name) {}

  /// Moves to the next line; false when there is none. Lines end in LF, CRLF or with the text.
  bool next_line();
  /// Moves to the next line that is not blank; false when there is none.
  bool next_line_with_words();

  /// The whole of the current line.
  std::string_view line() const { return line_; }
  /// Takes the next word of the current line; empty when there is none.
  std::string_view next_word();
  /// Throws UsageError when the line has another word: "WORD follows WHAT".
  void require_end(const std::string& what);
  /// Bytes after the current line.
  std::size_t bytes_left() const { return left_.size(); }

  /// Throws UsageError "name:line: sentence", for the current line or for the one given.
  [[noreturn]] void fail(const std::string& sentence) const { fail_at(number_, sentence); }
  [[noreturn]] void fail_at(std::size_t line_number, const std::string& sentence) const;
  std::size_t line_number() const { return number_; }

 private:
  std::string_view left_;
  std::string_view name_;
  std::string_view line_;
  std::string_view words_;  // what is left of the current line
  std::size_t number_ = 0;
};

/// Reads the word as a whole number without a sign; false when it is not one or exceeds 64 bits.
bool read_whole_number(std::string_view word, std::size_t& number);

}  // namespace rowsort
