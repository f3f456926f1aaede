#pragma once

#include <filesystem>
#include <string_view>

#include "coo.h"

namespace rowsort {

/// Reads a sparse matrix in the Matrix Market exchange format (https://math.nist.gov/MatrixMarket).
///
/// Accepted: "coordinate" files; field "real", "integer" or "pattern", whose entries become 1;
/// symmetry "general" (any shape) or "symmetric" (square). A symmetric file holds the lower
/// triangle, and each entry off the diagonal is mirrored. The banner may be in upper or lower case.
/// Comment lines (%) and blank lines may come before the size line, blank lines after it. Lines end
/// in LF or CRLF.
///
/// The result holds the entries in the order of the file, then the mirrored ones in that same
/// order. Each value is the float nearest to the decimal number; a tiny one may become 0.
///
/// Throws UsageError for everything else: a file that cannot be read, another kind of file, an
/// index out of range, a value that is not finite or too large for a float, too many or too few
/// words on a line, too many or too few entries, a place named twice, and more than 2^31 - 1 rows,
/// columns or nonzeros after mirroring. The message is "FILE:LINE: sentence", or "FILE: sentence"
/// where no line applies, and says what was found and what should be there. Memory stays
/// proportional to the file, whatever its header promises.
///
/// O(bytes) where the entries are sorted by row or by column, else O(bytes + entries log entries).
Coo read_matrix_market(const std::filesystem::path& path);

/// The same for a text in memory; messages give `name` as the file.
Coo read_matrix_market(std::string_view text, std::string_view name);

}  // namespace rowsort
