#pragma once

#include <string>
#include <string_view>

/// Texts that a spreadsheet would take for a formula (CSV injection, CWE-1236).
namespace rowsort {

/// Puts an apostrophe before a text whose first character other than a space is = + - or @, or the
/// fullwidth form of one of these; leaves any other as it is.
std::string with_guard(std::string_view text);

/// Takes that apostrophe away again.
std::string without_guard(std::string text);

}  // namespace rowsort
