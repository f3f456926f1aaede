#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "class/class_folder.h"

namespace rowsort {

/// A student's folder, for whoever has its lock. A new grade and its state are first written beside
/// the current ones and then moved into their place, the state last, and the grade that they
/// replace goes to the history before. A process that is killed leaves either what was there, or
/// what recover() brings to the end: no grade is lost, and none is there twice.
class StudentFolder {
 public:
  /// `id` is one as is_student_id() says.
  StudentFolder(const ClassFolder& grades, const std::string& id);

  /// To be called first: brings to its end what another process had begun to move, and removes
  /// what it had not finished writing.
  void recover() const;

  /// The current state; nothing where there is none, or none that can be read.
  std::optional<StudentRecord> state() const;
  bool has_grade() const;

  /// Where a new grade is to be written, in a folder that is empty afterwards.
  std::filesystem::path new_grade() const;

  /// Makes the grade at new_grade() the current one, with this state.
  void commit_grade(const StudentRecord& record) const;

  /// Writes a state and leaves the grade as it is.
  void commit_state(const StudentRecord& record) const;

 private:
  void move_into_place() const;
  void keep_in_history() const;

  std::filesystem::path grade_;
  std::filesystem::path state_;
  std::filesystem::path history_;
  std::filesystem::path next_;  ///< what is not in its place yet
};

}  // namespace rowsort
