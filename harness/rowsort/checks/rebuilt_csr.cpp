#include "rebuilt_csr.h"

#include "rowsort/text.h"

#include <bit>

namespace rowsort {
namespace {

std::optional<RebuiltFault> find_shape_fault(const CsrView& matrix, const CsrView& rebuilt) {
  const auto fault = [](std::string message) {
    return RebuiltFault{RebuiltFault::Kind::kShape, 0, 0, std::move(message)};
  };
  const auto count_fault = [&](const char* what, std::size_t got, std::size_t want) {
    return fault("the rebuilt matrix has " + grouped(got) + " " + what + ", should be " +
                 grouped(want));
  };
  if (rebuilt.row_ptr.size() != matrix.rows() + 1) {
    return count_fault("elements in row_ptr", rebuilt.row_ptr.size(), matrix.rows() + 1);
  }
  if (rebuilt.col_idx.size() != matrix.nnz()) {
    return count_fault("elements in col_idx", rebuilt.col_idx.size(), matrix.nnz());
  }
  if (rebuilt.val.size() != matrix.nnz()) {
    return count_fault("elements in val", rebuilt.val.size(), matrix.nnz());
  }
  if (rebuilt.cols != matrix.cols) return count_fault("columns", rebuilt.cols, matrix.cols);
  if (rebuilt.row_ptr.front() != 0) {
    return fault("the rebuilt row_ptr[0] is " + std::to_string(rebuilt.row_ptr.front()) +
                 ", should be 0");
  }
  return std::nullopt;
}

std::string nonzeros(long long count) {
  return std::to_string(count) + (count == 1 ? " nonzero" : " nonzeros");
}

// The first entry in which position `position` differs from original row `row`. Both slices are in
// range.
std::optional<RebuiltFault> find_entry_fault(const CsrView& matrix, std::size_t row,
                                             const CsrView& rebuilt, std::size_t position) {
  const std::size_t from = matrix.row_begin(row);
  const std::size_t to = rebuilt.row_begin(position);
  const std::size_t length = matrix.row_end(row) - from;
  for (std::size_t k = 0; k < length; ++k) {
    const bool same_column = matrix.col_idx[from + k] == rebuilt.col_idx[to + k];
    // Compared as bits: a value is copied, not computed, and NaN is a value like any other here.
    const bool same_value = std::bit_cast<unsigned>(matrix.val[from + k]) ==
                            std::bit_cast<unsigned>(rebuilt.val[to + k]);
    if (same_column && same_value) continue;
    const std::string got =
        same_column ? shortest(rebuilt.val[to + k]) : std::to_string(rebuilt.col_idx[to + k]);
    const std::string want =
        same_column ? shortest(matrix.val[from + k]) : std::to_string(matrix.col_idx[from + k]);
    return RebuiltFault{RebuiltFault::Kind::kEntry, position, row,
                        "position " + grouped(position) + " should hold row " + grouped(row) +
                            " (" + nonzeros(matrix.row_length(row)) + "), but the " +
                            (same_column ? "value" : "column") + " of its nonzero " +
                            std::to_string(k) + " is " + got + ", should be " + want};
  }
  return std::nullopt;
}

}  // namespace

std::optional<RebuiltFault> find_rebuilt_fault(const CsrView& matrix, std::span<const int> order,
                                               const CsrView& rebuilt) {
  if (auto fault = find_shape_fault(matrix, rebuilt)) return fault;
  for (std::size_t position = 0; position < order.size(); ++position) {
    const auto row = static_cast<std::size_t>(order[position]);
    // In 64 bits, since nothing is known of the offsets yet. Once every length before was right and
    // row_ptr started at 0, this row's slice lies inside the arrays, whose sizes are those of
    // `matrix`.
    const long long length = static_cast<long long>(rebuilt.row_ptr[position + 1]) -
                             static_cast<long long>(rebuilt.row_ptr[position]);
    if (length != matrix.row_length(row)) {
      const std::string falls = length < 0 ? " (row_ptr falls there)" : "";
      return RebuiltFault{RebuiltFault::Kind::kRowPtr, position, row,
                          "position " + grouped(position) + " should hold row " + grouped(row) +
                              " with " + nonzeros(matrix.row_length(row)) +
                              ", but row_ptr gives it " + nonzeros(length) + falls};
    }
    if (auto fault = find_entry_fault(matrix, row, rebuilt, position)) return fault;
  }
  return std::nullopt;
}

}  // namespace rowsort
