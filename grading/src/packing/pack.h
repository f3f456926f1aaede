#pragma once

#include <string>
#include <vector>

namespace rowsort {

struct PackedFile {
  std::string name;  ///< with slashes, relative
  std::string content;
  bool executable = false;
};

enum class PackFormat { kTarGz, kZip };

/// An archive with these files, sorted by name. The same files always give the same bytes: every
/// file has the same time (2020-01-01 UTC) and the same owner (0). Sets the time zone of the process
/// to UTC, because a .zip has local times. Throws std::runtime_error.
std::string packed(PackFormat format, std::vector<PackedFile> files);

}  // namespace rowsort
