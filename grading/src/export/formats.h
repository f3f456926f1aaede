#pragma once

#include "rowsort/grade/grade_json.h"

#include <array>
#include <string>
#include <vector>

/// A grade in words, and the systems that it can be exported to. To add a system: write its file beside this one, add a
/// line to kExportFormats, add the file to CMakeLists.txt and a test_NAME to export_test.py.
namespace rowsort {

/// "pass: 9 of 9 points", "fail: 2 of 9 points", "not graded, and no points are lost".
std::string headline(const Grade& grade);

/// The error's message, lane-slots, ratio and device: one line for each that the grade has.
std::vector<std::string> facts(const Grade& grade);

/// facts(), each with a line feed after it, and what the compilers printed where they failed.
std::string facts_text(const Grade& grade);

/// The checks that apply to this submission: all but those that were skipped and have no points in
/// this run.
std::vector<CheckResult> applying_checks(const Grade& grade);

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
