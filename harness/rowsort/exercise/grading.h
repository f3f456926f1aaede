#pragma once

#include "rowsort/grade/grade.h"

#include <string>

#include "grading_options.h"
#include "test_case.h"

namespace rowsort {

/// Runs the checks of check_table.h in order and returns the grade, with the data that it was made
/// from. Whatever the submission does (throws, crashes, never returns, answers with nonsense)
/// becomes a failed check, and a check that cannot run says which earlier one stopped it. A fault
/// of the machine gives GradeStatus::kError, with what was found until then. Starts processes;
/// otherwise without effect.
GradedRun grade_run(const TestCase& test_case, const GradingOptions& options);

/// Adds the grade of another matrix (GradingOptions::is_variant) to the grade of the published one:
/// what holds for one sorted matrix has to hold for every one. A check that fails there fails here
/// too: its message names that matrix and its seed. Its points are lost, and so are those of the
/// checks that need it. When the machine failed during the variant, nobody knows the result, and
/// `grade` becomes an error too.
void add_variant(Grade& grade, Grade variant, const Rubric& rubric);

/// A grade without checks: usage or environment were wrong before any of them ran.
Grade error_grade(const GradingOptions& options, std::string kind, std::string message);

}  // namespace rowsort
