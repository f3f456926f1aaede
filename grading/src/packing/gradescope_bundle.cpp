#include "packing/gradescope_bundle.h"

#include <iterator>

#include "packing/source_tree.h"

namespace rowsort {

std::vector<PackedFile> gradescope_bundle(const std::filesystem::path& source,
                                          const std::string& isolation) {
  require_source_tree(source);
  const auto read = [&](const char* file) { return read_source_file(source / file); };
  std::vector<PackedFile> files = {
      {"setup.sh", read("grading/ci/gradescope/setup.sh"), true},
      {"run_autograder", read("grading/ci/gradescope/run_autograder"), true},
      {"isolation", isolation + "\n"},
      {"rowsort/CMakeLists.txt", read("CMakeLists.txt")},
      {"rowsort/CMakePresets.json", user_presets(source)},
      {"rowsort/LICENSE", read("LICENSE")},
  };
  for (const char* folder : {"harness", "student", "grading"}) {
    std::vector<PackedFile> more =
        source_files(source, folder,
                     {"harness/tests", "harness/benchmarks", "grading/tests", "grading/fuzz",
                      "grading/benchmarks", "grading/ci", "grading/kit"});
    for (PackedFile& file : more) file.name.insert(0, "rowsort/");
    std::move(more.begin(), more.end(), std::back_inserter(files));
  }
  return files;
}

}  // namespace rowsort
