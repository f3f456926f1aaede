#pragma once

#include "rowsort/grade/grade.h"

#include <filesystem>
#include <string>

namespace rowsort {

/// A graded run as one HTML page for a person: verdict, lanes of a warp, row lengths, trip counts,
/// bad rows, lane-slots beside sectors with the ratios, and every check. A sentence says what is
/// missing: an order, counted sectors, a measured ratio.
///
/// The page is self-contained UTF-8 with inline SVG. Its Content-Security-Policy allows its own
/// style and script and no network. Without scripts it shows every chart, but no other warps can be
/// chosen. Text of a submission is escaped; U+FFFD replaces control characters, bytes that are not
/// UTF-8, and characters that reorder text. It stays below 1 MB for every matrix: rows of warps
/// that do not fit are left out, evenly. It does not give away the fewest possible lane-slots.
std::string html_page(const GradedRun& run);

/// Writes html_page() to `file` with write_atomically(). Throws std::system_error, naming the file.
void write_page(const GradedRun& run, const std::filesystem::path& file);

}  // namespace rowsort
