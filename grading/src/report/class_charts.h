#pragma once

#include "rowsort/page/markup.h"

#include "report/findings.h"

/// The parts of the class page that have charts over the class. Each appends one section to `main`.
namespace rowsort::report {

/// Predicted against measured ratios: two charts, and a table by device.
void add_ratio_section(page::Node main, const ClassGrades& grades, const Findings& findings);

/// The reference over time, and the rule that says whether the runner drifts.
void add_calibration_section(page::Node main, const ClassGrades& grades, const Findings& findings);

}  // namespace rowsort::report
