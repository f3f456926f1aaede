#include "rows.h"

#include "rowsort/matrix/poison.h"
#include "rowsort/text.h"

#include <algorithm>
#include <utility>

#include "row_pattern.h"

namespace rowsort {

std::vector<float> unpermute(std::span<const float> y, std::span<const int> order) {
  std::vector<float> result(y.size());
  for (std::size_t i = 0; i < y.size(); ++i) result[static_cast<std::size_t>(order[i])] = y[i];
  return result;
}

RowComparison compare_rows(const CsrView& matrix, std::span<const float> x,
                           const ExpectedRows& expected, std::span<const int> order,
                           std::span<const float> y) {
  const std::vector<float> by_row = unpermute(y, order);
  std::vector<int> bad_rows;
  for (std::size_t row = 0; row < by_row.size(); ++row) {
    if (!is_right(expected, row, static_cast<double>(by_row[row]))) {
      bad_rows.push_back(static_cast<int>(row));
    }
  }
  RowComparison comparison;
  comparison.rows = by_row.size();
  comparison.bad_rows = bad_rows.size();
  comparison.unwritten = static_cast<std::size_t>(std::count_if(y.begin(), y.end(), is_poison));
  if (bad_rows.empty()) return comparison;

  std::vector<int> position_of_row(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    position_of_row[static_cast<std::size_t>(order[i])] = static_cast<int>(i);
  }
  const auto first = static_cast<std::size_t>(bad_rows.front());
  comparison.first_bad =
      BadRow{first, by_row[first], expected.want[first], matrix.row_length(first),
             static_cast<std::size_t>(position_of_row[first])};
  comparison.hint = find_pattern({matrix, x, expected, order, position_of_row, y}, bad_rows);
  comparison.bad_row_numbers = std::move(bad_rows);
  return comparison;
}

namespace {

// A number that a float holds is written as one, like the result beside it.
std::string shortest_expected(double want) {
  const auto narrow = static_cast<float>(want);
  return static_cast<double>(narrow) == want ? shortest(narrow) : shortest(want);
}

}  // namespace

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
