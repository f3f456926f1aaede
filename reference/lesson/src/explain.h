#pragma once

#include "rowsort/csr.h"

#include <iosfwd>
#include <string>

namespace rowsort::lesson {

/// Most rows and columns of a matrix that fits on a page: one warp of rows.
inline constexpr std::size_t kExplainedRows = 32;

/// 5 0 0 1 / 0 8 0 0 / 0 0 3 0 / 0 6 0 4
Csr four_by_four();

/// Shows a small matrix as a dense picture, in COO, in CSR with the slice of each row, and what the
/// lanes of the two kernels do. Then it asks the reader to read a row from the arrays, to count
/// lane-slots and to choose a kernel.
///
/// It reads an answer from each line of `answers` and says whether it is right. When `answers` is
/// null or ends, it prints the answers after their questions. Throws UsageError for more than
/// kExplainedRows rows or columns.
void explain(const Csr& matrix, const std::string& name, std::istream* answers, std::ostream& out);

}  // namespace rowsort::lesson
