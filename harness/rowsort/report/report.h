#pragma once

#include "rowsort/grade/grade.h"

#include <string>

namespace rowsort {

struct ReportStyle {
  bool colour = false;      ///< ANSI colours, for a terminal
  std::size_t width = 100;  ///< columns at which sentences wrap
};

/// The grade as text for a person: device, row lengths, lane-slots, ratios, each check, the score,
/// and what to do next. Control characters in a submission's texts are shown as '?'. Does not give
/// away the fewest possible lane-slots before the student has predicted them.
std::string report(const Grade& grade, const ReportStyle& style);

}  // namespace rowsort
