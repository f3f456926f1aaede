#pragma once

#include "rowsort/grade/grade_json.h"

#include <array>
#include <span>
#include <string>

/// The systems that a grade can be exported to. To add one: write its file beside this one, add a
/// line to kExportFormats, add the file to CMakeLists.txt and a test_NAME to export_test.py.
namespace rowsort {

/// What a system gets.
struct ExportedGrade {
  std::string text;     ///< the system's file
  std::string console;  ///< lines for a system that reads standard output; empty for most
};

ExportedGrade autolab_grade(const Grade& grade);
ExportedGrade classroom50_grade(const Grade& grade);
ExportedGrade github_grade(const Grade& grade);
ExportedGrade gradescope_grade(const Grade& grade);
ExportedGrade junit_grade(const Grade& grade);
ExportedGrade prairielearn_grade(const Grade& grade);

struct ExportFormat {
  const char* name;  ///< after --to
  const char* file;  ///< where the system looks for it, for --help
  /// Whether the system can show that there is no score. For one that cannot, a grade without a
  /// score is not exported: the student would get a zero for a fault of the machine.
  bool takes_no_score;
  bool appended;  ///< added to the end of a file that others write to as well
  /// Throws UsageError when a grade cannot be exported to this system, with the reason.
  ExportedGrade (*convert)(const Grade& grade);
};

inline constexpr std::array kExportFormats = {
    ExportFormat{"autolab", "last line of standard output", false, false, autolab_grade},
    ExportFormat{"classroom50", "result.json", false, false, classroom50_grade},
    ExportFormat{"github", "$GITHUB_STEP_SUMMARY (appended)", true, true, github_grade},
    ExportFormat{"gradescope", "/autograder/results/results.json", false, false, gradescope_grade},
    ExportFormat{"junit", "any file, such as rowsort.xml", true, false, junit_grade},
    ExportFormat{"prairielearn", "/grade/results/results.json", true, false, prairielearn_grade},
};

inline std::span<const ExportFormat> export_formats() {
  return kExportFormats;
}

}  // namespace rowsort
