#pragma once

#include "rowsort/grade/grade_json.h"

#include <array>
#include <string>

/// The systems that a grade can be exported to. To add one: write its file beside this one, add a
/// line to kExportFormats, add the file to CMakeLists.txt and a test_NAME to export_test.py.
namespace rowsort {

/// What each system reads from its file; GitHub also has annotations on standard output.
std::string autolab_grade(const Grade& grade);
std::string classroom50_grade(const Grade& grade);
std::string github_grade(const Grade& grade);
std::string github_annotations(const Grade& grade);
std::string gradescope_grade(const Grade& grade);
std::string junit_grade(const Grade& grade);
std::string prairielearn_grade(const Grade& grade);

struct ExportFormat {
  const char* name;  ///< after --to
  const char* file;  ///< where the system looks for it, for --help
  /// Whether the system can show that there is no score. For one that cannot, a grade without a
  /// score is not exported: the student would get a zero for a fault of the machine.
  bool takes_no_score;
  bool appended;  ///< added to the end of a file that others write to as well
  /// Throws UsageError when a grade cannot be exported to this system, with the reason.
  std::string (*convert)(const Grade& grade);
  /// Lines for standard output, for a system that reads it too.
  std::string (*console)(const Grade& grade) = nullptr;
};

inline constexpr std::array kExportFormats = {
    ExportFormat{"autolab", "last line of standard output", false, false, autolab_grade},
    ExportFormat{"classroom50", "result.json", false, false, classroom50_grade},
    ExportFormat{"github", "$GITHUB_STEP_SUMMARY (appended)", true, true, github_grade,
                 github_annotations},
    ExportFormat{"gradescope", "/autograder/results/results.json", false, false, gradescope_grade},
    ExportFormat{"junit", "any file, such as rowsort.xml", true, false, junit_grade},
    ExportFormat{"prairielearn", "/grade/results/results.json", true, false, prairielearn_grade},
};

}  // namespace rowsort
