#pragma once

#include <span>
#include <stdexcept>
#include <string>

#include "export/grade_document.h"

/// The systems that a grade can be passed on to. Each has one function that makes its file, and one
/// line in formats.cpp.
namespace rowsort {

/// What a system gets.
struct ExportedGrade {
  std::string text;     ///< the system's file
  std::string console;  ///< lines that the system reads on standard output; mostly none
};

struct ExportFormat {
  const char* name;  ///< after --to
  const char* file;  ///< where the system looks for it
  /// Whether the system can be told that there is no score. Where it cannot, nothing is written for
  /// a grade without one: a zero would be the machine's fault on the student's account.
  bool takes_no_score;
  bool appended;  ///< added to the end of a file that others write to as well
  ExportedGrade (*convert)(const GradeDocument& grade);
};

/// The grade is well and cannot be passed on to this system as things stand. what() says why.
class ExportError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

std::span<const ExportFormat> export_formats();

ExportedGrade autolab_grade(const GradeDocument& grade);
ExportedGrade classroom50_grade(const GradeDocument& grade);
ExportedGrade github_grade(const GradeDocument& grade);
ExportedGrade gradescope_grade(const GradeDocument& grade);
ExportedGrade junit_grade(const GradeDocument& grade);
ExportedGrade prairielearn_grade(const GradeDocument& grade);

}  // namespace rowsort
