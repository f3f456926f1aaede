#pragma once

#include "rowsort/matrix/csr_view.h"
#include "rowsort/matrix/spmv_reference.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace rowsort {

/// One multiplication's result beside what it should be.
struct RowResults {
  const CsrView& matrix;
  std::span<const float> x;
  const ExpectedRows& expected;
  std::span<const int> order;            ///< original row at each position
  std::span<const int> position_of_row;  ///< the inverse of order
  std::span<const float> y;              ///< by position
};

/// Whether `got` is right for the original row. NaN never is.
bool is_right(const ExpectedRows& expected, std::size_t row, double got);

/// What all of the bad rows (original numbers, rising) have in common, as one clause for the
/// student, or nothing when no known pattern fits. O(rows).
std::string find_pattern(const RowResults& results, std::span<const int> bad_rows);

}  // namespace rowsort
