#include "class/student_folder.h"

#include "rowsort/errors.h"
#include "rowsort/files.h"

#include <cerrno>

#include <fcntl.h>
#include <sys/file.h>

namespace rowsort {

namespace fs = std::filesystem;

Descriptor lock_folder(const fs::path& folder, bool wait) {
  fs::create_directories(folder);
  const fs::path name = folder / ".lock";
  const std::string failure = "cannot lock " + name.string();
  // NFS gives a lock only on a file that is open for writing.
  Descriptor file(open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644));
  if (!file) throw_errno(failure.c_str());
  while (flock(file.get(), wait ? LOCK_EX : LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK && !wait) return Descriptor(-1);
    if (errno != EINTR) throw_errno(failure.c_str());
  }
  return file;
}

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
} catch (const UsageError&) {
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

// The process can be killed after each step; recover() then repeats or continues them.
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
  const std::uint64_t last = last_number(history_);
  const auto file = [&](std::uint64_t number) {
    return history_ / (std::to_string(number) + ".json");
  };
  const std::string grade = read_file(grade_);
  // It is there already if a process was killed between this step and the next.
  if (last > 0 && read_file(file(last)) == grade) return;
  write_atomically(file(last + 1), grade);
}

}  // namespace rowsort
