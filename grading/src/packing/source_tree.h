#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "packing/pack.h"

namespace rowsort {

/// The source tree that this program was built from.
std::filesystem::path built_from();

/// Throws UsageError unless `source` looks like a source tree of rowsort.
void require_source_tree(const std::filesystem::path& source);

/// A file of a source tree. Throws UsageError, naming it, when it cannot be read.
std::string read_source_file(const std::filesystem::path& file);

/// The source files below a folder of the tree, by name relative to the tree; only regular files of
/// the kinds that the project consists of, so that what editors and builds leave behind stays
/// behind. Folders in `without` (relative to the tree) are left out.
std::vector<PackedFile> source_files(const std::filesystem::path& source, const std::string& folder,
                                     const std::vector<std::string>& without = {});

/// CMakePresets.json with the configure and build preset "user" alone, for a tree without tests.
std::string user_presets(const std::filesystem::path& source);

}  // namespace rowsort
