#include "text.h"

#include <array>
#include <charconv>
#include <cmath>

namespace rowsort {
namespace {

template <typename Float, typename... Format>
std::string to_text(Float number, Format... format) {
  if (std::isnan(number)) return "nan";
  if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
  // Room for the longest fixed notation of a double, 309 digits before the point.
  std::array<char, 400> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number, format...).ptr;
  return {text.data(), end};
}

}  // namespace

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (auto at = static_cast<int>(text.size()) - 3; at > 0; at -= 3) {
    text.insert(static_cast<std::size_t>(at), 1, ',');
  }
  return text;
}

std::string counted(std::uint64_t number, std::string_view noun) {
  return grouped(number) + " " + std::string(noun) + (number == 1 ? "" : "s");
}

std::string shortest(float number) {
  return to_text(number);
}
std::string shortest(double number) {
  return to_text(number);
}

std::string fixed(double number, int digits) {
  return to_text(number, std::chars_format::fixed, digits);
}

std::string percent(double share, int digits) {
  return fixed(100 * share, digits) + "%";
}

std::string joined(const std::vector<std::string>& texts, std::string_view separator) {
  std::string all;
  for (const std::string& text : texts) {
    if (&text != &texts.front()) all += separator;
    all += text;
  }
  return all;
}

}  // namespace rowsort
