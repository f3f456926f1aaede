#include "class/formula_guard.h"

#include <algorithm>
#include <array>

namespace rowsort {
namespace {

// The last four are U+FF1D, U+FF0B, U+FF0D and U+FF20.
constexpr std::array<std::string_view, 8> kBeginnings = {
    "=", "+", "-", "@", "\xef\xbc\x9d", "\xef\xbc\x8b", "\xef\xbc\x8d", "\xef\xbc\xa0"};

bool is_formula(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  return std::any_of(kBeginnings.begin(), kBeginnings.end(),
                     [&](std::string_view beginning) { return text.starts_with(beginning); });
}

}  // namespace

std::string with_guard(std::string_view text) {
  return (is_formula(text) ? "'" : "") + std::string(text);
}

std::string without_guard(std::string text) {
  if (text.starts_with('\'') && is_formula(std::string_view(text).substr(1))) text.erase(0, 1);
  return text;
}

}  // namespace rowsort
