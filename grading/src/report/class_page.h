#pragma once

#include <string>

#include "report/findings.h"

namespace rowsort {

/// A class as one HTML page for course staff: predicted against measured ratios, every student in a
/// table that sorts and filters, what needs attention, lane-slots, checks, whether the runner was
/// steady, and the sentences. `title` is its heading.
///
/// Self-contained UTF-8: libraries and data are in it, and its Content-Security-Policy allows its
/// own styles and scripts and no network. Without scripts it shows every chart, list and count, but
/// not the students and the sentences. Texts of students are escaped or added as text, never as
/// markup. About 0.1 MB, and 0.5 KB for each student.
std::string class_page(const ClassGrades& grades, const Findings& findings,
                       const std::string& title);

}  // namespace rowsort
