#pragma once

#include <filesystem>
#include <stdexcept>
#include <string_view>

#include "coo.h"

namespace rowsort {

/// What is wrong with a Matrix Market file: "FILE:LINE: sentence", or "FILE: sentence" where no
/// line applies. The sentence says what was found and what should be there.
class MatrixMarketError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads a sparse matrix in the Matrix Market exchange format (https://math.nist.gov/MatrixMarket).
///
/// Read: "coordinate" files; field "real", "integer" or "pattern", whose entries become 1; symmetry
/// "general" (any shape) or "symmetric" (square; the file holds the lower triangle, and each entry
/// off the diagonal is mirrored). The banner's letters may be of either case; comment lines (%) and
/// blank lines may stand before the size line, blank lines after it; lines end in LF or CRLF.
///
/// The result holds the entries in the sequence of the file, then the mirrored ones in that same
/// sequence. Each value is the float nearest to the decimal number; a tiny one may become 0.
///
/// Everything else is refused with MatrixMarketError: a file that cannot be read, another kind of
/// file, an index out of range, a value that is not finite or too large for a float, words too many
/// or too few on a line, entries too many or too few, one place named twice, and more than 2^31 - 1
/// rows, columns or nonzeros, counted after mirroring. What a header promises is weighed against
/// the size of the file before anything is allocated, so memory stays proportional to the file.
///
/// O(bytes) where the entries are sorted by row or by column, O(bytes + entries log entries)
/// otherwise.
Coo read_matrix_market(const std::filesystem::path& path);

/// The same for a text in memory; `name` stands for the file in messages.
Coo read_matrix_market(std::string_view text, std::string_view name);

}  // namespace rowsort
