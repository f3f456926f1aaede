#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace rowsort {

/// The bytes of the file, at most `limit` of them: a caller that gives one more than it allows sees
/// that there are more. Throws std::system_error, naming the file, when it cannot be read.
std::string read_file(const std::filesystem::path& file, std::size_t limit = ~std::size_t{0});

/// The same of a file that the user named: throws UsageError.
std::string read_user_file(const std::filesystem::path& file, std::size_t limit = ~std::size_t{0});

/// The same of an open file, from its current place on. `name` is its name in errors.
std::string read_descriptor(int descriptor, const std::filesystem::path& name, std::size_t limit);

/// Writes the text to `file` so that there is at any moment either no file, the previous one, or
/// the whole new one: to a temporary file beside it, which is then renamed. Throws
/// std::system_error, naming the file.
void write_atomically(const std::filesystem::path& file, std::string_view text);

/// Throws std::system_error, naming the file, when write_atomically() could not write there.
void require_writable(const std::filesystem::path& file);

}  // namespace rowsort
