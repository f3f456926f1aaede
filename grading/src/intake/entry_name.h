#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace rowsort {

/// The name of an archive's entry, taken apart.
struct EntryName {
  std::string path;         ///< its parts with a slash between them; no "." and no empty part
  std::string top;          ///< the first part
  std::string file;         ///< the last part
  std::size_t folders = 0;  ///< parts before the last
};

/// Takes backslashes, which archives made on Windows have, for slashes. Throws IntakeError for a
/// name that is absolute or leads upwards (".."): no tool makes such names unless it is told to.
/// `where` names the archive.
EntryName entry_name(std::string_view name, const std::string& where);

}  // namespace rowsort
