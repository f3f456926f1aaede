#include "order.h"

#include "rowsort/text.h"

#include <limits>
#include <vector>

namespace rowsort {
namespace {

constexpr std::size_t kNowhere = std::numeric_limits<std::size_t>::max();

OrderFault wrong_length(std::size_t got, std::size_t rows) {
  const std::string entries = got == 1 ? " entry" : " entries";
  return {OrderFault::Kind::kWrongLength,
          0,
          0,
          {},
          "the order has " + grouped(got) + entries + " for " + counted(rows, "row")};
}

OrderFault out_of_range(std::size_t position, int entry, std::size_t rows) {
  const std::string range =
      rows == 0 ? "the matrix has no rows" : "rows are numbered 0 to " + grouped(rows - 1);
  return {OrderFault::Kind::kOutOfRange,
          position,
          0,
          {},
          "order[" + grouped(position) + "] is " + std::to_string(entry) + ", but " + range};
}

OrderFault duplicate(std::size_t position, std::size_t first_position, int entry) {
  return {OrderFault::Kind::kDuplicate,
          position,
          first_position,
          {},
          "row " + grouped(static_cast<std::size_t>(entry)) + " occurs twice, at order[" +
              grouped(first_position) + "] and order[" + grouped(position) + "]"};
}

}  // namespace

std::optional<OrderFault> find_order_fault(std::span<const int> order, std::size_t rows) {
  std::optional<OrderFault> fault;
  if (order.size() != rows) fault = wrong_length(order.size(), rows);

  std::vector<std::size_t> position_of_row(rows, kNowhere);
  for (std::size_t position = 0; position < order.size(); ++position) {
    const int entry = order[position];
    if (entry < 0 || static_cast<std::size_t>(entry) >= rows) {
      if (!fault) fault = out_of_range(position, entry, rows);
      continue;
    }
    std::size_t& first_position = position_of_row[static_cast<std::size_t>(entry)];
    if (first_position == kNowhere) {
      first_position = position;
    } else if (!fault) {
      fault = duplicate(position, first_position, entry);
    }
  }
  if (!fault) return std::nullopt;

  for (std::size_t row = 0; row < rows && !fault->missing_row; ++row) {
    if (position_of_row[row] == kNowhere) fault->missing_row = row;
  }
  if (fault->missing_row) {
    fault->message += "; the first missing row is " + grouped(*fault->missing_row);
  }
  return fault;
}

}  // namespace rowsort
