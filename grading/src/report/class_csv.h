#pragma once

#include <string>

#include "report/findings.h"

namespace rowsort {

/// The class as comma-separated values (RFC 4180, UTF-8), one row for every student, also the
/// missing, in the order of ids. The first line names the columns; grading/README.md says what each
/// holds. A number that is not there is an empty field. Text that a spreadsheet would take for a
/// formula gets an apostrophe (formula_guard.h).
std::string class_csv(const ClassGrades& grades, const Findings& findings);

}  // namespace rowsort
