#include "host_answers.h"

#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/text.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <vector>

namespace rowsort {
namespace {

// On every GPU since compute capability 2.0 (CUDA C++ Programming Guide, table of technical
// specifications per compute capability).
constexpr int kMaxBlockSize = 1024;

constexpr std::size_t kNowhere = std::numeric_limits<std::size_t>::max();

std::optional<std::string> find_shape_fault(const CsrView& matrix, const CsrView& rebuilt) {
  const auto count_fault = [](const char* what, std::size_t got, std::size_t want) {
    return "the rebuilt matrix has " + grouped(got) + " " + what + ", should be " + grouped(want);
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
    return "the rebuilt row_ptr[0] is " + std::to_string(rebuilt.row_ptr.front()) + ", should be 0";
  }
  return std::nullopt;
}

std::string nonzeros(long long count) {
  return std::to_string(count) + (count == 1 ? " nonzero" : " nonzeros");
}

std::string should_hold(std::size_t position, std::size_t row) {
  return "position " + grouped(position) + " should hold row " + grouped(row);
}

// The first entry in which a position of `rebuilt` differs from original row `row`, such as "the
// column of its nonzero 1 is 2, should be 3". Both slices are in range.
std::optional<std::string> find_entry_fault(const CsrView& matrix, std::size_t row,
                                            const CsrView& rebuilt, std::size_t position) {
  const std::size_t from = matrix.row_begin(row);
  const std::size_t to = rebuilt.row_begin(position);
  const auto fault = [](const char* what, std::size_t k, const auto& got, const auto& want) {
    return "the " + std::string(what) + " of its nonzero " + std::to_string(k) + " is " + got +
           ", should be " + want;
  };
  for (std::size_t k = 0; k < matrix.row_end(row) - from; ++k) {
    const int column = rebuilt.col_idx[to + k];
    const float value = rebuilt.val[to + k];
    if (column != matrix.col_idx[from + k]) {
      return fault("column", k, std::to_string(column), std::to_string(matrix.col_idx[from + k]));
    }
    // Compared as bits: a value is copied, not computed, and NaN is a value like any other here.
    if (std::bit_cast<unsigned>(value) != std::bit_cast<unsigned>(matrix.val[from + k])) {
      return fault("value", k, shortest(value), shortest(matrix.val[from + k]));
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> find_block_size_fault(int block_size) {
  constexpr int kWarp = static_cast<int>(kWarpSize);
  const std::string is = "block_size is " + std::to_string(block_size);
  if (block_size <= 0) return is + "; a block needs at least one warp of 32 threads";
  if (block_size > kMaxBlockSize) return is + "; a block holds at most 1,024 threads";
  if (block_size % kWarp == 0) return std::nullopt;
  const int below = block_size / kWarp * kWarp;
  const std::string nearest =
      (below > 0 ? std::to_string(below) + " or " : "") + std::to_string(below + kWarp);
  return is + ", which is not a whole number of warps (32 threads): use " + nearest;
}

std::optional<std::string> find_order_fault(std::span<const int> order, std::size_t rows) {
  std::string fault;
  if (order.size() != rows) {
    fault = "the order has " + grouped(order.size()) + (order.size() == 1 ? " entry" : " entries") +
            " for " + counted(rows, "row");
  }
  std::vector<std::size_t> position_of_row(rows, kNowhere);
  for (std::size_t position = 0; position < order.size(); ++position) {
    const auto row = static_cast<std::size_t>(order[position]);
    if (order[position] < 0 || row >= rows) {
      if (!fault.empty()) continue;
      fault =
          "order[" + grouped(position) + "] is " + std::to_string(order[position]) + ", but " +
          (rows == 0 ? "the matrix has no rows" : "rows are numbered 0 to " + grouped(rows - 1));
    } else if (position_of_row[row] == kNowhere) {
      position_of_row[row] = position;
    } else if (fault.empty()) {
      fault = "row " + grouped(row) + " occurs twice, at order[" + grouped(position_of_row[row]) +
              "] and order[" + grouped(position) + "]";
    }
  }
  if (fault.empty()) return std::nullopt;
  const auto missing = std::find(position_of_row.begin(), position_of_row.end(), kNowhere);
  if (missing == position_of_row.end()) return fault;
  return fault + "; the first missing row is " +
         grouped(static_cast<std::size_t>(missing - position_of_row.begin()));
}

std::optional<std::string> find_rebuilt_fault(const CsrView& matrix, std::span<const int> order,
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
      return should_hold(position, row) + " with " + nonzeros(matrix.row_length(row)) +
             ", but row_ptr gives it " + nonzeros(length) + falls;
    }
    if (const auto fault = find_entry_fault(matrix, row, rebuilt, position)) {
      return should_hold(position, row) + " (" + nonzeros(matrix.row_length(row)) + "), but " +
             *fault;
    }
  }
  return std::nullopt;
}

}  // namespace rowsort
