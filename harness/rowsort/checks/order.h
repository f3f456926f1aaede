#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace rowsort {

/// Why an order is not a permutation of the rows.
struct OrderFault {
  enum class Kind { kWrongLength, kOutOfRange, kDuplicate } kind{};
  std::size_t position = 0;                ///< of the first bad entry; kOutOfRange and kDuplicate
  std::size_t first_position = 0;          ///< kDuplicate: where the same row occurs first
  std::optional<std::size_t> missing_row;  ///< first row that no entry names, if there is one
  std::string message;                     ///< one sentence for the student
};

/// Checks that `order` names each of the rows 0 .. rows - 1 exactly once; nothing when it does.
/// Nothing is indexed with an entry before it is known to be in range. O(rows + order.size()).
std::optional<OrderFault> find_order_fault(std::span<const int> order, std::size_t rows);

}  // namespace rowsort
