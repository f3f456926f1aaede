#include "class/student_folder.h"

#include "rowsort/files.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>

namespace rowsort {
namespace {

namespace fs = std::filesystem;

std::string bytes_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  if (!stream) throw ClassFolderError("cannot read " + file.string());
  return bytes;
}

// N of N.json, 0 for another name.
std::uint64_t number_of(const fs::path& file) {
  const std::string stem = file.stem();
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(stem.data(), stem.data() + stem.size(), number);
  const bool whole = error == std::errc() && end == stem.data() + stem.size();
  return whole && file.extension() == ".json" ? number : 0;
}

}  // namespace

StudentFolder::StudentFolder(const ClassFolder& grades, const std::string& id)
    : grade_(grades.grade(id)),
      state_(grades.state(id)),
      history_(grades.history(id)),
      next_(grades.student(id) / ".next") {}

void StudentFolder::recover() const {
  if (fs::exists(next_ / "state.json")) {
    move_into_place();
  } else {
    fs::remove_all(next_);
  }
}

std::optional<StudentRecord> StudentFolder::state() const try {
  return read_state(state_);
} catch (const ClassFolderError&) {
  return std::nullopt;
}

bool StudentFolder::has_grade() const {
  return fs::exists(grade_);
}

fs::path StudentFolder::new_grade() const {
  fs::remove_all(next_);
  fs::create_directories(next_);
  return next_ / "grade.json";
}

void StudentFolder::commit_grade(const StudentRecord& record) const {
  write_state(next_ / "state.json", record);
  move_into_place();
}

void StudentFolder::commit_state(const StudentRecord& record) const {
  fs::remove_all(next_);
  write_state(state_, record);
}

// Each step can be the last one of this process, and is then repeated by recover() or was the last.
void StudentFolder::move_into_place() const {
  if (fs::exists(next_ / "grade.json")) {
    if (fs::exists(grade_)) keep_in_history();
    fs::rename(next_ / "grade.json", grade_);
  }
  fs::rename(next_ / "state.json", state_);
  fs::remove_all(next_);
}

void StudentFolder::keep_in_history() const {
  fs::create_directories(history_);
  std::uint64_t last = 0;
  for (const auto& entry : fs::directory_iterator(history_)) {
    last = std::max(last, number_of(entry.path()));
  }
  const auto file = [&](std::uint64_t number) {
    return history_ / (std::to_string(number) + ".json");
  };
  const std::string bytes = bytes_of(grade_);
  // There already when a process was killed between this step and the next.
  if (last > 0 && bytes_of(file(last)) == bytes) return;
  write_atomically(file(last + 1), bytes);
}

}  // namespace rowsort
