#include "text_page.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace rowsort {
namespace {

std::vector<std::string> words_of(const std::string& sentence, const std::string& tail) {
  std::istringstream stream(sentence);
  std::vector<std::string> words(std::istream_iterator<std::string>(stream), {});
  if (!tail.empty()) words.push_back(tail);
  return words;
}

}  // namespace

void TextPage::title(const std::string& text) {
  out_ << "\n" << painted(Colour::kBold, text) << "\n";
}

void TextPage::line(const std::string& label, const std::string& sentence, Colour colour,
                    const std::string& tail) {
  out_ << painted(colour, left_aligned(label, kLabelWidth));
  std::size_t column = kLabelWidth;
  for (const std::string& word : words_of(printable(sentence), tail)) {
    const bool first = column == kLabelWidth;
    if (!first && column + 1 + word.size() > width_) {
      out_ << "\n" << std::string(kLabelWidth, ' ');
      column = kLabelWidth;
    } else if (!first) {
      out_ << ' ';
      ++column;
    }
    out_ << word;
    column += word.size();
  }
  out_ << "\n";
}

std::string TextPage::painted(Colour colour, const std::string& text) const {
  if (!colour_ || colour == Colour::kNone) return text;
  static constexpr const char* codes[] = {"", "32", "31", "33", "1"};
  return std::string("\033[") + codes[static_cast<int>(colour)] + "m" + text + "\033[0m";
}

std::string printable(std::string text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool c1 =
        byte == 0xc2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xa0;
    if (byte < 32 || byte == 127) text[i] = '?';
    if (c1) text.replace(i, 2, "?");
  }
  return text;
}

std::string left_aligned(std::string text, std::size_t width) {
  text.resize(std::max(width, text.size()), ' ');
  return text;
}

std::string right_aligned(const std::string& text, std::size_t width) {
  return std::string(width > text.size() ? width - text.size() : 0, ' ') + text;
}

}  // namespace rowsort
