#pragma once

#include <filesystem>
#include <string_view>

namespace rowsort {

/// Writes the text to `file` so that there is at any moment either no file, the previous one, or
/// the whole new one: to a temporary file beside it, which is then renamed. Throws
/// std::system_error, naming the file.
void write_whole_file(const std::filesystem::path& file, std::string_view text);

/// Throws std::system_error, naming the file, when write_whole_file() could not write there.
void require_writable(const std::filesystem::path& file);

}  // namespace rowsort
