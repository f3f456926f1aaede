#pragma once

#include "rowsort/matrix/csr_view.h"
#include "rowsort/matrix/spmv_reference.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace rowsort {

/// The first row, by original number, whose result is wrong.
struct BadRow {
  std::size_t row = 0;       ///< original row
  float got = 0;             ///< what the kernel left in y[position]; may be NaN or infinite
  double want = 0;           ///< what the CPU computed
  int length = 0;            ///< nonzeros of the row
  std::size_t position = 0;  ///< where the submitted order put the row
};

struct RowComparison {
  std::size_t rows = 0;  ///< rows compared: all of them
  std::size_t bad_rows = 0;
  std::vector<int> bad_row_numbers;  ///< original numbers of all of them, rising
  std::size_t unwritten = 0;         ///< elements of y that still hold the poison (poison.h)
  std::optional<BadRow> first_bad;   ///< present when bad_rows > 0
  std::string hint;                  ///< what the bad rows have in common, or empty
};

/// Puts y back into the original row order: result[order[i]] = y[i].
std::vector<float> unpermute(std::span<const float> y, std::span<const int> order);

/// Un-permutes y and compares every row with the expectation. NaN is never right; -0 equals 0.
/// `matrix` is the original matrix, x the vector it was multiplied with, `order` a permutation of
/// its rows, y has one element per position. O(rows), and O(rows) again for the hint when a row is
/// bad.
RowComparison compare_rows(const CsrView& matrix, std::span<const float> x,
                           const ExpectedRows& expected, std::span<const int> order,
                           std::span<const float> y);

/// One plain sentence: "row 31 (419 nonzeros, at position 0) is 1.5, should be 2.25; ...".
std::string describe(const RowComparison& comparison);

}  // namespace rowsort
