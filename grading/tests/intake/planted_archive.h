#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rowsort::testing {

struct PlantedEntry {
  std::string name;
  std::string content = {};
  unsigned type = 0100000;     ///< S_IFREG and the like
  std::string link_to = {};    ///< of a symbolic link
  std::string hard_link = {};  ///< makes the entry a hard link to this name
};

/// How an archive is made: "zip", "tar" or "tar.gz", and libarchive's options for it.
struct ArchiveStyle {
  std::string kind;
  std::string options = {};
  std::string password = {};
};

/// The bytes of an archive with these entries, in this sequence, made through libarchive.
std::string planted_archive(const ArchiveStyle& style, const std::vector<PlantedEntry>& entries);

}  // namespace rowsort::testing
