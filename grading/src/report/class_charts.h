#pragma once

#include "rowsort/page/markup.h"

#include "report/findings.h"

/// The sections of the class page that have charts over the class.
namespace rowsort::report {

/// Predicted against measured ratios: two charts, and a table by device.
void fill_ratio_section(page::Node section, const ClassGrades& grades, const Findings& findings);

/// The reference over time, and the rule that says whether the runner drifts.
void fill_calibration_section(page::Node section, const ClassGrades& grades,
                              const Findings& findings);

}  // namespace rowsort::report
