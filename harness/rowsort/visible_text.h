#pragma once

#include <string>
#include <string_view>

namespace rowsort {

/// The text as valid UTF-8 in which nothing hides: U+FFFD stands for each byte that is not UTF-8,
/// each control character, and each character that reorders text or has no width (bidirectional
/// controls, zero-width characters, line separators, noncharacters). A tab or line feed becomes a
/// space.
std::string visible_text(std::string_view text);

/// The visible text in quotation marks, for a message; cut when it is long.
std::string in_quotes(std::string_view text);

}  // namespace rowsort
