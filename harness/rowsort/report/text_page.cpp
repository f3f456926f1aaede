#include "text_page.h"

#include "rowsort/text.h"
#include "rowsort/visible_text.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

namespace rowsort {
namespace {

constexpr std::size_t kBarWidth = 40;

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
  for (const std::string& word : words_of(visible_text(sentence), tail)) {
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

std::string left_aligned(std::string text, std::size_t width) {
  text.resize(std::max(width, text.size()), ' ');
  return text;
}

std::string right_aligned(const std::string& text, std::size_t width) {
  return std::string(width > text.size() ? width - text.size() : 0, ' ') + text;
}

std::string histogram(const RowLengthStatistics& lengths) {
  std::size_t rows = 0;
  for (const HistogramBin& bin : lengths.histogram) rows += bin.rows;
  std::string text;
  for (const HistogramBin& bin : lengths.histogram) {
    const double share = static_cast<double>(bin.rows) / static_cast<double>(rows);
    const auto bar = static_cast<std::size_t>(std::ceil(share * static_cast<double>(kBarWidth)));
    std::string range = std::to_string(bin.shortest);
    if (bin.longest != bin.shortest) range += ".." + std::to_string(bin.longest);
    text += right_aligned(range, TextPage::kLabelWidth - 2) + "  " +
            left_aligned(std::string(bar, '#'), kBarWidth) + " " +
            right_aligned(grouped(bin.rows), 11) + (bin.rows == 1 ? " row  " : " rows ") +
            right_aligned(percent(share), 6) + "\n";
  }
  return text;
}

}  // namespace rowsort
