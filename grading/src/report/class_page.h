#pragma once

#include <string>

#include "report/findings.h"

namespace rowsort {

/// A class as one HTML page for course staff: predicted against measured ratios, every student in a
/// table that sorts and filters, what wants attention, lane-slots, checks, the runner's steadiness,
/// and the sentences. `title` is shown above.
///
/// Self-contained UTF-8: libraries and data are within it, its Content-Security-Policy allows its
/// own style and scripts and no network. Without scripts every list and count still shows; charts,
/// students and sentences do not. Everybody's text is escaped or put in as text, never as markup.
/// About 0.3 MB, and 0.3 KB for each student.
std::string class_page(const ClassGrades& grades, const Findings& findings,
                       const std::string& title);

}  // namespace rowsort
