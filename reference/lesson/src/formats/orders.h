#pragma once

#include <cstddef>
#include <span>
#include <vector>

/// Orders in which a sorted matrix's rows can be stored. order[i] is the original row at position
/// i; rows of equal length keep their sequence.
namespace rowsort::lesson {

std::vector<int> rising_order(std::span<const int> row_lengths);
std::vector<int> falling_order(std::span<const int> row_lengths);

/// The falling order, its warps of 32 rows dealt to the blocks like cards: the longest to the first
/// block, the next to the second, so that no block has more than its share of long rows. Where the
/// rows do not fill the last block, its warps are left as they are.
std::vector<int> dealt_order(std::span<const int> row_lengths, std::size_t warps_per_block);

}  // namespace rowsort::lesson
