#pragma once

#include "rowsort/csr.h"

#include <iosfwd>
#include <string>

namespace rowsort::lesson {

/// Largest matrix that fits on a page: one warp of rows.
inline constexpr std::size_t kExplainedRows = 32;

/// 5 0 0 1 / 0 8 0 0 / 0 0 3 0 / 0 6 0 4
Csr four_by_four();

/// Shows a small matrix as a dense picture, in COO, in CSR with each row's slice marked, and what
/// the lanes of the two kernels do; then asks the reader to read a row out of the arrays, to count
/// lane-slots and to choose a kernel. With `answers` each answer is read from it, a line each, and
/// judged; without, or when it ends, the answers follow their questions. Throws
/// std::invalid_argument for more than kExplainedRows rows or columns.
void explain(const Csr& matrix, const std::string& name, std::istream* answers, std::ostream& out);

}  // namespace rowsort::lesson
