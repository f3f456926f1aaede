#include "packing/contents.h"

#include "rowsort/errors.h"
#include "rowsort/files.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <system_error>

#include <nlohmann/json.hpp>

namespace rowsort {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 12> kKinds = {
    ".h", ".cpp", ".cu", ".in", ".cmake", ".css", ".js", ".md", ".json", ".txt", ".py", ".yml"};

bool is_source(const fs::path& file) {
  const std::string name = file.filename().string();
  if (name.starts_with('.')) return false;
  // The licence of a library is kept with it.
  return name == "LICENSE" ||
         std::find(kKinds.begin(), kKinds.end(), file.extension().string()) != kKinds.end();
}

/// Files of a source tree, put together for an archive.
class Contents {
 public:
  explicit Contents(const fs::path& source) : source_(source) {
    for (const char* part :
         {"CMakeLists.txt", "CMakePresets.json", "harness", "student", "grading"}) {
      std::error_code error;
      if (fs::exists(source / part, error)) continue;
      throw UsageError(source.string() + " is not a source tree of rowsort, it has no " + part +
                       ": name one with --source DIR");
    }
  }

  /// Adds a file of the tree as `name`.
  void add(std::string name, const fs::path& file, bool executable = false) {
    files_.push_back({std::move(name), read(file), executable});
  }
  void add_text(std::string name, std::string text) {
    files_.push_back({std::move(name), std::move(text)});
  }

  /// Adds the source files below a folder of the tree, but not those in the folders `without`.
  void add_folder(const std::string& top, const std::string& folder,
                  const std::vector<std::string>& without = {}) try {
    auto entry = fs::recursive_directory_iterator(source_ / folder);
    for (; entry != fs::recursive_directory_iterator(); ++entry) {
      const std::string name = entry->path().lexically_relative(source_).generic_string();
      if (std::find(without.begin(), without.end(), name) != without.end()) {
        entry.disable_recursion_pending();
      } else if (entry->symlink_status().type() == fs::file_type::regular &&
                 is_source(entry->path())) {
        add(top + name, name);
      }
    }
  } catch (const fs::filesystem_error& error) {
    throw UsageError(std::string("the source tree cannot be read: ") + error.what());
  }

  /// Adds CMakePresets.json with the preset "user" alone: the others are for trees with tests.
  void add_user_presets(std::string name) try {
    using nlohmann::ordered_json;
    const ordered_json all = ordered_json::parse(read("CMakePresets.json"));
    ordered_json kept = {{"version", all.at("version")},
                         {"cmakeMinimumRequired", all.at("cmakeMinimumRequired")}};
    for (const char* kind : {"configurePresets", "buildPresets"}) {
      kept[kind] = ordered_json::array();
      for (const ordered_json& preset : all.at(kind)) {
        if (preset.at("name") == "user") kept[kind].push_back(preset);
      }
      if (kept[kind].empty()) throw UsageError("CMakePresets.json has no preset user");
    }
    add_text(std::move(name), kept.dump(2) + "\n");
  } catch (const nlohmann::json::exception& error) {
    throw UsageError((source_ / "CMakePresets.json").string() + ": " + error.what());
  }

  std::vector<PackedFile> files() { return std::move(files_); }

 private:
  std::string read(const fs::path& file) const { return read_user_file(source_ / file); }

  fs::path source_;
  std::vector<PackedFile> files_;
};

}  // namespace

std::vector<PackedFile> student_kit(const fs::path& source) {
  const std::string top = "rowsort-student/";
  Contents kit(source);
  kit.add_user_presets(top + "CMakePresets.json");
  kit.add(top + "README.md", "grading/kit/README.md");
  kit.add(top + "harness/rubric.json", "grading/rubric.json");
  // Those of student/ by name: whatever else a course keeps there, such as a draft of the solution,
  // is not for students.
  for (const char* file :
       {"CMakeLists.txt", "LICENSE", "harness/CMakeLists.txt", "student/CMakeLists.txt",
        "student/README.md", "student/answers.json", "student/row_sort.cu"}) {
    kit.add(top + file, file);
  }
  for (const char* folder : {"harness/cmake", "harness/rowsort"}) kit.add_folder(top, folder);
  return kit.files();
}

std::vector<PackedFile> gradescope_bundle(const fs::path& source, const std::string& isolation) {
  const std::string top = "rowsort/";
  Contents bundle(source);
  bundle.add("setup.sh", "grading/ci/gradescope/setup.sh", true);
  bundle.add("run_autograder", "grading/ci/gradescope/run_autograder", true);
  bundle.add_text("isolation", isolation + "\n");
  bundle.add_user_presets(top + "CMakePresets.json");
  for (const char* file : {"CMakeLists.txt", "LICENSE"}) bundle.add(top + file, file);
  for (const char* folder : {"harness", "student", "grading"}) {
    bundle.add_folder(top, folder,
                      {"harness/tests", "harness/benchmarks", "grading/tests", "grading/fuzz",
                       "grading/benchmarks", "grading/ci", "grading/kit"});
  }
  return bundle.files();
}

}  // namespace rowsort
