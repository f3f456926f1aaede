#include "row_pattern.h"

#include "rowsort/matrix/poison.h"
#include "rowsort/text.h"

#include <algorithm>
#include <limits>

namespace rowsort {
namespace {

std::size_t at(int index) {
  return static_cast<std::size_t>(index);
}

float got(const RowResults& r, int row) {
  return r.y[at(r.position_of_row[at(row)])];
}

// Positions that no thread wrote. When they are the tail of y, the launch or the guard is too
// short.
std::string never_written(const RowResults& r, std::span<const int> bad_rows) {
  std::size_t first = r.y.size();
  for (const int row : bad_rows) {
    if (!is_poison(got(r, row))) return {};
    first = std::min(first, at(r.position_of_row[at(row)]));
  }
  if (bad_rows.size() == r.y.size()) return "y was never written at all";
  if (r.y.size() - first == bad_rows.size()) {
    return "y was never written from position " + grouped(first) +
           " to the end: does every position have a thread?";
  }
  return "y was never written there";
}

// y right as it stands, so the kernel wrote it in the original order and the harness's un-permute
// undid it.
std::string already_unpermuted(const RowResults& r, std::span<const int>) {
  for (std::size_t row = 0; row < r.y.size(); ++row) {
    if (!is_right(r.expected, row, static_cast<double>(r.y[row]))) return {};
  }
  return "y is in the original row order already; y[i] should belong to position i, the harness "
         "un-permutes it";
}

std::string shifted(const RowResults& r, std::span<const int> bad_rows, int shift,
                    const char* text) {
  for (const int row : bad_rows) {
    const long long neighbour = static_cast<long long>(r.position_of_row[at(row)]) + shift;
    if (neighbour < 0 || neighbour >= static_cast<long long>(r.y.size())) continue;
    const auto owner = at(r.order[static_cast<std::size_t>(neighbour)]);
    if (!is_right(r.expected, owner, static_cast<double>(got(r, row)))) return {};
  }
  return text;
}

std::string off_by_one(const RowResults& r, std::span<const int> bad_rows) {
  if (bad_rows.size() < 2) return {};
  std::string text = shifted(r, bad_rows, 1, "each bad y[i] holds the result of position i + 1");
  if (text.empty()) {
    text = shifted(r, bad_rows, -1, "each bad y[i] holds the result of position i - 1");
  }
  return text;
}

double product(const RowResults& r, std::size_t entry) {
  return static_cast<double>(r.matrix.val[entry]) *
         static_cast<double>(r.x[at(r.matrix.col_idx[entry])]);
}

// Bad rows that become right when `correction` nonzeros' worth is added to them.
std::string miscounted(const RowResults& r, std::span<const int> bad_rows, bool last, double sign,
                       const char* text) {
  for (const int row : bad_rows) {
    const std::size_t begin = r.matrix.row_begin(at(row));
    const std::size_t end = r.matrix.row_end(at(row));
    if (begin == end) return {};
    const double correction = sign * product(r, last ? end - 1 : begin);
    if (!is_right(r.expected, at(row), static_cast<double>(got(r, row)) + correction)) return {};
  }
  return text;
}

std::string one_nonzero(const RowResults& r, std::span<const int> bad_rows) {
  std::string text = miscounted(r, bad_rows, true, +1, "every bad row lacks its last nonzero");
  if (text.empty()) {
    text = miscounted(r, bad_rows, false, +1, "every bad row lacks its first nonzero");
  }
  if (text.empty()) {
    text = miscounted(r, bad_rows, true, -1, "every bad row counts its last nonzero twice");
  }
  return text;
}

// A property of the length: every row above some length is bad and none below.
std::string long_rows_only(const RowResults& r, std::span<const int> bad_rows) {
  std::vector<bool> is_bad(r.y.size(), false);
  for (const int row : bad_rows) is_bad[at(row)] = true;
  int shortest_bad = std::numeric_limits<int>::max();
  int longest_right = -1;
  for (std::size_t row = 0; row < r.y.size(); ++row) {
    const int length = r.matrix.row_length(row);
    if (is_bad[row]) {
      shortest_bad = std::min(shortest_bad, length);
    } else {
      longest_right = std::max(longest_right, length);
    }
  }
  if (longest_right < 0 || longest_right >= shortest_bad) return {};
  return "all rows with " + grouped(static_cast<std::uint64_t>(shortest_bad)) +
         " nonzeros or more are bad, and no others";
}

std::string all_wrong(const RowResults& r, std::span<const int> bad_rows) {
  return bad_rows.size() == r.y.size() && bad_rows.size() > 1 ? "every row is bad" : "";
}

}  // namespace

bool is_right(const ExpectedRows& expected, std::size_t row, double got) {
  if (expected.bound.empty()) return got == expected.want[row];
  const double error = got - expected.want[row];
  return (error < 0 ? -error : error) <= expected.bound[row];
}

std::string find_pattern(const RowResults& results, std::span<const int> bad_rows) {
  for (const auto pattern :
       {never_written, already_unpermuted, off_by_one, one_nonzero, long_rows_only, all_wrong}) {
    if (std::string text = pattern(results, bad_rows); !text.empty()) return text;
  }
  return {};
}

}  // namespace rowsort
