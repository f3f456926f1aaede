#pragma once

#include "rowsort/matrix/row_lengths.h"

#include <cstddef>
#include <sstream>
#include <string>

namespace rowsort {

enum class Colour { kNone, kGreen, kRed, kYellow, kBold };

/// A page of text for a terminal: titles, and lines of a label and a sentence. Text from outside
/// has to go through line() or visible_text().
class TextPage {
 public:
  /// Columns that a label takes.
  static constexpr std::size_t kLabelWidth = 21;

  TextPage(bool colour, std::size_t width) : colour_(colour), width_(width) {}

  /// An empty line and a line in bold.
  void title(const std::string& text);

  /// A label and a sentence. Its further lines begin below its first. `tail` is one more word,
  /// within which no line breaks.
  void line(const std::string& label, const std::string& sentence, Colour colour = Colour::kNone,
            const std::string& tail = {});

  /// The text unchanged.
  void put(const std::string& text) { out_ << text; }

  /// The text in this colour, or as it is on a page without colours.
  std::string painted(Colour colour, const std::string& text) const;

  std::string text() const { return out_.str(); }

 private:
  bool colour_;
  std::size_t width_;
  std::ostringstream out_;
};

/// The text with spaces after it, or before it, up to at least `width` bytes.
std::string left_aligned(std::string text, std::size_t width);
std::string right_aligned(const std::string& text, std::size_t width);

/// A line for each bin, with a bar for its share of the rows.
std::string histogram(const RowLengthStatistics& lengths);

}  // namespace rowsort
