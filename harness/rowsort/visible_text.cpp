#include "visible_text.h"

#include <cstddef>

namespace rowsort {
namespace {

constexpr const char* kReplacement = "\xef\xbf\xbd";  // U+FFFD

struct Decoded {
  char32_t code = 0;
  std::size_t bytes = 0;  ///< 0: no UTF-8 starts here
};

std::size_t sequence_length(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first < 0xe0) return 2;
  if (first >= 0xe0 && first < 0xf0) return 3;
  if (first >= 0xf0 && first < 0xf5) return 4;
  return 0;
}

// Refuses overlong forms, surrogates and what lies past U+10FFFF.
Decoded decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t length = sequence_length(byte(0));
  if (length == 0 || length > text.size()) return {};
  constexpr unsigned char first_bits[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
  char32_t code = byte(0) & first_bits[length];
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {};
    code = (code << 6) | (byte(i) & 0x3fu);
  }
  constexpr char32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  if (code < smallest[length] || code > 0x10ffff || surrogate) return {};
  return {code, length};
}

bool is_hidden(char32_t code) {
  const auto within = [&](char32_t first, char32_t last) { return code >= first && code <= last; };
  return code < 0x20 || within(0x7f, 0x9f) || code == 0xad || code == 0x61c ||
         within(0x200b, 0x200f) || within(0x2028, 0x202e) || within(0x2060, 0x206f) ||
         code == 0xfeff || within(0xfdd0, 0xfdef) || within(0xfff9, 0xfffb) ||
         (code & 0xfffe) == 0xfffe || within(0xe0000, 0xe007f);
}

}  // namespace

std::string visible_text(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const Decoded next = decode(text);
    const std::size_t bytes = next.bytes == 0 ? 1 : next.bytes;
    if (next.code == '\n' || next.code == '\t') {
      result += ' ';
    } else if (next.bytes == 0 || is_hidden(next.code)) {
      result += kReplacement;
    } else {
      result += text.substr(0, bytes);
    }
    text.remove_prefix(bytes);
  }
  return result;
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kMost = 120;
  return '"' + visible_text(text.substr(0, kMost)) + (text.size() > kMost ? "...\"" : "\"");
}

}  // namespace rowsort
