#pragma once

#include <string>

#include "report/findings.h"

/// What is known of each student, as one list of columns (class_table.cpp): class.csv has all of
/// them, the page those with a heading. A new column is added there.
namespace rowsort {

/// The class as comma-separated values (RFC 4180, UTF-8): one row for every student, also the
/// missing, in the order of ids. The first line names the columns; grading/README.md says what each
/// holds. A number that is not there is an empty field.
std::string class_csv(const ClassGrades& grades, const Findings& findings);

/// The students as JSON for the page's script.
///
///     {"columns": [{"name": "ratio_measured", "heading": "measured", "digits": [2, 2],
///                   "hint": ["ratio_measured_low", "ratio_measured_high"]}, ...],
///      "rows": [["ada", "Ada", ...], ...]}
///
/// A row has a text, a number or null for each column. `digits` is the least and the most digits of
/// a number after the point; null for a column of texts. `hint` names the columns that are shown
/// when somebody points at a cell. A column with an empty heading is not in the table.
std::string class_data(const ClassGrades& grades, const Findings& findings);

}  // namespace rowsort
