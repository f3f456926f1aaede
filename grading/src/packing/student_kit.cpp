#include "packing/student_kit.h"

#include <iterator>
#include <string>

#include "packing/source_tree.h"

namespace rowsort {
namespace {

// By name: whatever else a course keeps in this folder, a draft of the solution above all, is not
// for students.
constexpr const char* kStudentFiles[] = {"CMakeLists.txt", "README.md", "answers.json",
                                         "row_sort.cu"};

}  // namespace

std::vector<PackedFile> student_kit(const std::filesystem::path& source) {
  require_source_tree(source);
  std::vector<PackedFile> files = {
      {"CMakeLists.txt", read_source_file(source / "CMakeLists.txt")},
      {"CMakePresets.json", user_presets(source)},
      {"LICENSE", read_source_file(source / "LICENSE")},
      {"README.md", read_source_file(source / "grading/kit/README.md")},
      {"harness/CMakeLists.txt", read_source_file(source / "harness/CMakeLists.txt")},
      {"harness/rubric.json", read_source_file(source / "grading/rubric.json")},
  };
  for (const char* name : kStudentFiles) {
    const std::string file = std::string("student/") + name;
    files.push_back({file, read_source_file(source / file)});
  }
  for (const char* folder : {"harness/cmake", "harness/rowsort"}) {
    std::vector<PackedFile> more = source_files(source, folder);
    std::move(more.begin(), more.end(), std::back_inserter(files));
  }
  for (PackedFile& file : files) file.name.insert(0, "rowsort-student/");
  return files;
}

}  // namespace rowsort
