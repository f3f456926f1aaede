#pragma once

#include <string>

#include "report/findings.h"

namespace rowsort {

/// What the page's script makes charts and tables of, as JSON that may stand in a script element:
/// no character in it means anything to HTML.
///
///     {"columns": ["id", "name", ...], "rows": [["ada", "Ada", ...], ...], "devices": [...],
///      "flags": [...], "calibration": [{...}, ...], "limits": {"ratio": 0.02, "time": 0.05}}
///
/// A row has a value for each column: `device` and `flags` as indices into the lists beside it, a
/// number that is not there as null.
std::string class_data(const ClassGrades& grades, const Findings& findings);

}  // namespace rowsort
