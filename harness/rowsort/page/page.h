#pragma once

#include "rowsort/grade/grade.h"

#include <filesystem>
#include <string>

namespace rowsort {

/// A graded run as one HTML page for a person: verdict, lane diagram, row lengths, trip counts, bad
/// rows, lane-slots beside sectors with the ratios, and every check. What the run has not got (an
/// order, counted sectors, a measured ratio) is a sentence that says so.
///
/// The page is self-contained UTF-8: figures are inline SVG, its Content-Security-Policy allows its
/// own style and script and no network. Without scripts every figure still shows; only the choice
/// of another warp is gone. Text of a submission is escaped, with control characters, bytes that
/// are not UTF-8 and characters that reorder text shown as U+FFFD. Stays below 1 MB whatever the
/// size of the matrix: lane diagrams of warps that do not fit are left out, evenly. Does not give
/// away the fewest possible lane-slots.
std::string html_page(const GradedRun& run);

/// Writes html_page() to `file`, whole or not at all (whole_file.h). Throws std::system_error,
/// naming the file.
void write_page(const GradedRun& run, const std::filesystem::path& file);

}  // namespace rowsort
