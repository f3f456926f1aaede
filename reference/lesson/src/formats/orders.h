#pragma once

#include <cstddef>
#include <span>
#include <vector>

/// Orders in which the rows of a matrix can be stored. order[i] is the original row at position i;
/// rows of equal length keep their sequence.
namespace rowsort::lesson {

/// A window that holds the whole matrix.
inline constexpr std::size_t kWholeMatrix = 0;

/// Shortest row first.
std::vector<int> rising_order(std::span<const int> row_lengths);

/// Longest row first, within each window of `window` consecutive rows. A window of 1 leaves the
/// rows where they are.
std::vector<int> falling_order(std::span<const int> row_lengths, std::size_t window = kWholeMatrix);

/// The longest rows first, but with warps of 32 rows dealt to the blocks like cards: the first warp
/// to the first block, the next one to the second. So each block has its share of the long rows.
/// Warps of a last block that is not full stay where they are.
std::vector<int> dealt_order(std::span<const int> row_lengths, std::size_t warps_per_block);

}  // namespace rowsort::lesson
