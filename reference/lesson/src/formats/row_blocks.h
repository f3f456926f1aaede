#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace rowsort::lesson {

/// Cuts a CSR matrix into runs of consecutive rows whose nonzeros fit into a block's shared memory
/// (CSR-Stream of Greathouse and Daga, SC 2014).
///
/// Block b has the rows [result[b], result[b + 1]), at most `max_rows` of them with together at
/// most `max_nonzeros`; a row that is longer by itself has a block of its own. Starts at 0, ends at
/// the number of rows; each block has at least one row. As many rows as fit go into each block.
/// O(rows).
std::vector<int> row_blocks(std::span<const int> row_ptr, int max_nonzeros, int max_rows);

}  // namespace rowsort::lesson
