#include "rows.h"

#include "rowsort/matrix/poison.h"
#include "rowsort/text.h"

#include <algorithm>
#include <limits>

namespace rowsort {
namespace {

// One multiplication's result beside what it should be.
struct RowResults {
  const CsrView& matrix;
  std::span<const float> x;
  const ExpectedRows& expected;
  std::span<const int> order;     // original row at each position
  std::span<const float> y;       // by position
  std::span<const float> by_row;  // the same by original row
  std::vector<int> position_of_row;
  std::vector<int> bad_rows;  // original numbers, rising
};

std::size_t at(int index) {
  return static_cast<std::size_t>(index);
}

// NaN is never right.
bool is_right(const ExpectedRows& expected, std::size_t row, double got) {
  if (expected.bound.empty()) return got == expected.want[row];
  const double error = got - expected.want[row];
  return (error < 0 ? -error : error) <= expected.bound[row];
}

// Positions that no thread wrote. When they are the tail of y, the launch or the guard is too
// short.
std::string never_written(const RowResults& r) {
  if (r.bad_rows.size() == r.y.size()) return "y was never written at all";
  std::size_t first = r.y.size();
  for (const int row : r.bad_rows) first = std::min(first, at(r.position_of_row[at(row)]));
  if (r.y.size() - first != r.bad_rows.size()) return "y was never written there";
  return "y was never written from position " + grouped(first) +
         " to the end: does every position have a thread?";
}

// y right as it stands, so the kernel wrote it in the original order and the harness's un-permute
// undid it.
bool already_unpermuted(const RowResults& r) {
  for (std::size_t row = 0; row < r.y.size(); ++row) {
    if (!is_right(r.expected, row, static_cast<double>(r.y[row]))) return false;
  }
  return true;
}

// The row's place in y has what belongs `shift` positions further, or nothing belongs there.
bool is_shifted(const RowResults& r, std::size_t row, int shift) {
  const long long neighbour = static_cast<long long>(r.position_of_row[row]) + shift;
  if (neighbour < 0 || neighbour >= static_cast<long long>(r.y.size())) return true;
  const auto owner = at(r.order[static_cast<std::size_t>(neighbour)]);
  return is_right(r.expected, owner, static_cast<double>(r.by_row[row]));
}

// The row becomes right when `times` its first or last nonzero's product is added to it.
bool is_miscounted(const RowResults& r, std::size_t row, bool last, double times) {
  if (r.matrix.row_length(row) == 0) return false;
  const std::size_t entry = last ? r.matrix.row_end(row) - 1 : r.matrix.row_begin(row);
  const double product = static_cast<double>(r.matrix.val[entry]) *
                         static_cast<double>(r.x[at(r.matrix.col_idx[entry])]);
  return is_right(r.expected, row, static_cast<double>(r.by_row[row]) + times * product);
}

// A property of the length: every row above some length is bad and none below.
std::string long_rows_only(const RowResults& r) {
  std::vector<bool> is_bad(r.y.size(), false);
  for (const int row : r.bad_rows) is_bad[at(row)] = true;
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

// What all of the bad rows have in common, as one clause for the student, or nothing when no known
// pattern fits. O(rows).
std::string find_pattern(const RowResults& r) {
  const auto all_bad = [&](auto pattern, auto... arguments) {
    return std::all_of(r.bad_rows.begin(), r.bad_rows.end(),
                       [&](int row) { return pattern(r, at(row), arguments...); });
  };
  const auto unwritten = [](const RowResults& of, std::size_t row) {
    return is_poison(of.by_row[row]);
  };
  const bool several = r.bad_rows.size() > 1;
  if (all_bad(unwritten)) return never_written(r);
  if (already_unpermuted(r)) {
    return "y is in the original row order already; y[i] should belong to position i, the harness "
           "un-permutes it";
  }
  if (several && all_bad(is_shifted, 1)) {
    return "each bad y[i] holds the result of position i + 1";
  }
  if (several && all_bad(is_shifted, -1)) {
    return "each bad y[i] holds the result of position i - 1";
  }
  if (all_bad(is_miscounted, true, +1)) return "every bad row lacks its last nonzero";
  if (all_bad(is_miscounted, false, +1)) return "every bad row lacks its first nonzero";
  if (all_bad(is_miscounted, true, -1)) return "every bad row counts its last nonzero twice";
  if (auto text = long_rows_only(r); !text.empty()) return text;
  return several && r.bad_rows.size() == r.y.size() ? "every row is bad" : "";
}

// A number that a float holds is written as one, like the result beside it.
std::string shortest_expected(double want) {
  const auto narrow = static_cast<float>(want);
  return static_cast<double>(narrow) == want ? shortest(narrow) : shortest(want);
}

}  // namespace

std::vector<float> unpermute(std::span<const float> y, std::span<const int> order) {
  std::vector<float> result(y.size());
  for (std::size_t i = 0; i < y.size(); ++i) result[at(order[i])] = y[i];
  return result;
}

RowComparison compare_rows(const CsrView& matrix, std::span<const float> x,
                           const ExpectedRows& expected, std::span<const int> order,
                           std::span<const float> y) {
  const std::vector<float> by_row = unpermute(y, order);
  RowResults results{matrix, x, expected, order, y, by_row, {}, {}};
  for (std::size_t row = 0; row < by_row.size(); ++row) {
    if (!is_right(expected, row, static_cast<double>(by_row[row]))) {
      results.bad_rows.push_back(static_cast<int>(row));
    }
  }
  RowComparison comparison;
  comparison.rows = by_row.size();
  comparison.bad_rows = results.bad_rows.size();
  comparison.unwritten = static_cast<std::size_t>(std::count_if(y.begin(), y.end(), is_poison));
  if (results.bad_rows.empty()) return comparison;

  results.position_of_row.resize(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    results.position_of_row[at(order[i])] = static_cast<int>(i);
  }
  const std::size_t first = at(results.bad_rows.front());
  comparison.first_bad = BadRow{first, by_row[first], expected.want[first],
                                matrix.row_length(first), at(results.position_of_row[first])};
  comparison.hint = find_pattern(results);
  comparison.bad_row_numbers = std::move(results.bad_rows);
  return comparison;
}

std::string describe(const RowComparison& comparison) {
  if (!comparison.first_bad) {
    return comparison.rows == 1 ? "the one row matches the CPU"
                                : "all " + grouped(comparison.rows) + " rows match the CPU";
  }
  const BadRow& bad = *comparison.first_bad;
  const bool written = !is_poison(bad.got);
  std::string text = "row " + grouped(bad.row) + " (" +
                     counted(static_cast<std::uint64_t>(bad.length), "nonzero") + ", at position " +
                     grouped(bad.position) + ") " +
                     (written ? "is " + shortest(bad.got) : std::string("was never written")) +
                     ", should be " + shortest_expected(bad.want) + "; " +
                     counted(comparison.bad_rows, "row") + " of " + grouped(comparison.rows) +
                     (comparison.bad_rows == 1 ? " is" : " are") + " bad";
  if (!comparison.hint.empty()) text += ": " + comparison.hint;
  return text;
}

}  // namespace rowsort
