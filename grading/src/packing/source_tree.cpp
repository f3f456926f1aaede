#include "packing/source_tree.h"

#include "rowsort/errors.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <string_view>

#include <nlohmann/json.hpp>

namespace rowsort {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 12> kKinds = {
    ".h", ".cpp", ".cu", ".in", ".cmake", ".css", ".js", ".md", ".json", ".txt", ".py", ".yml"};

bool is_source(const fs::path& file) {
  const std::string name = file.filename().string();
  if (name.starts_with('.')) return false;
  // Licences of what is kept in the tree go where it goes.
  return file.filename() == "LICENSE" ||
         std::find(kKinds.begin(), kKinds.end(), file.extension().string()) != kKinds.end();
}

}  // namespace

fs::path built_from() {
  return ROWSORT_SOURCE_DIR;
}

void require_source_tree(const fs::path& source) {
  for (const char* part :
       {"CMakeLists.txt", "CMakePresets.json", "harness", "student", "grading"}) {
    std::error_code error;
    if (fs::exists(source / part, error)) continue;
    throw UsageError(source.string() + " is no source tree of rowsort, it has no " + part +
                     ": name one with --source DIR");
  }
}

std::string read_source_file(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(stream), {});
  if (!stream.is_open() || stream.bad()) throw UsageError(file.string() + " cannot be read");
  return text;
}

std::vector<PackedFile> source_files(const fs::path& source, const std::string& folder,
                                     const std::vector<std::string>& without) try {
  std::vector<PackedFile> files;
  auto entry = fs::recursive_directory_iterator(source / folder);
  for (; entry != fs::recursive_directory_iterator(); ++entry) {
    const std::string name = entry->path().lexically_relative(source).generic_string();
    if (std::find(without.begin(), without.end(), name) != without.end()) {
      entry.disable_recursion_pending();
    } else if (entry->symlink_status().type() == fs::file_type::regular &&
               is_source(entry->path())) {
      files.push_back({name, read_source_file(entry->path())});
    }
  }
  return files;
} catch (const fs::filesystem_error& error) {
  throw UsageError(std::string("the source tree cannot be read: ") + error.what());
}

std::string user_presets(const fs::path& source) try {
  using nlohmann::ordered_json;
  const fs::path file = source / "CMakePresets.json";
  const ordered_json all = ordered_json::parse(read_source_file(file));
  ordered_json kept = {{"version", all.at("version")},
                       {"cmakeMinimumRequired", all.at("cmakeMinimumRequired")}};
  for (const char* kind : {"configurePresets", "buildPresets"}) {
    kept[kind] = ordered_json::array();
    for (const ordered_json& preset : all.at(kind)) {
      if (preset.at("name") == "user") kept[kind].push_back(preset);
    }
    if (kept[kind].empty()) throw UsageError(file.string() + " has no preset user");
  }
  return kept.dump(2) + "\n";
} catch (const nlohmann::json::exception& error) {
  throw UsageError((source / "CMakePresets.json").string() + ": " + error.what());
}

}  // namespace rowsort
