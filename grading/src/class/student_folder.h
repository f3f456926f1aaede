#pragma once

#include "rowsort/descriptor.h"

#include <filesystem>
#include <optional>
#include <string>

#include "class/class_folder.h"

namespace rowsort {

/// Locks a folder for one process at a time, on all machines that share it, and makes it if it is not
/// there. It is a lock (flock) on the file .lock in the folder. The kernel releases it when the last
/// process that has the descriptor has ended; Linux passes it on to an NFS server.
///
/// If another process has the lock, it waits for it, or returns a descriptor that is not open. Throws
/// std::system_error.
Descriptor lock_folder(const std::filesystem::path& folder, bool wait = true);

/// A student's folder, for the process that has its lock. A new grade and its state are first
/// written to a folder beside the current ones and then moved into place, the state last. The grade
/// that they replace goes to the history first. If the process is killed, the old grade is still in
/// place or recover() finishes the move, so no grade is lost or kept twice.
class StudentFolder {
 public:
  /// `id` is valid (is_student_id()).
  StudentFolder(const ClassFolder& grades, const std::string& id);

  /// To be called first. Finishes a move that another process began, and removes what that process
  /// had not finished writing.
  void recover() const;

  /// The current state; nothing if there is none or it cannot be read.
  std::optional<StudentRecord> state() const;
  bool has_grade() const;

  /// Where to write a new grade. Empties the folder that it is in.
  std::filesystem::path new_grade() const;

  /// Makes the grade at new_grade() the current one, with this state.
  void commit_grade(const StudentRecord& record) const;

  /// Writes a state and keeps the current grade.
  void commit_state(const StudentRecord& record) const;

 private:
  void move_into_place() const;
  void keep_in_history() const;

  std::filesystem::path grade_;
  std::filesystem::path state_;
  std::filesystem::path history_;
  std::filesystem::path next_;  ///< the folder of what is not in place yet
};

}  // namespace rowsort
