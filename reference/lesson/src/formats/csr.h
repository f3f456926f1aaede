#pragma once

#include "rowsort/matrix/csr_view.h"

#include <span>
#include <vector>

#include "../method.h"

/// CSR: what the kernels on its three arrays have in common.
namespace rowsort::lesson {

/// rows + 1 offsets, and nnz columns and values.
FormatSize csr_size(std::span<const int> row_lengths);

/// A plan with the arrays row_ptr (0), col_idx (1) and val (2) of the matrix, and no launch.
Plan csr_plan(const CsrView& matrix);

/// Adds a launch of a kernel that takes these arrays, x, y and the number of rows.
Plan with_csr_launch(Plan plan, const KernelCode& code, std::size_t threads, unsigned block_size);

/// The same plan for the matrix with its rows in this order. The plan keeps copies.
Plan sorted_csr_plan(const CsrView& matrix, std::vector<int> order);

/// csr_plan() for kernels that load up to four neighbours at a time: col_idx and val are copies,
/// padded to a multiple of four elements.
Plan vector_csr_plan(const CsrView& matrix);

/// The size of vector_csr_plan()'s arrays.
FormatSize vector_csr_size(std::span<const int> row_lengths);

/// Cuts a matrix into blocks of consecutive rows whose nonzeros fit into a block's shared memory
/// (CSR-Stream of Greathouse and Daga, SC 2014).
///
/// Block b has the rows [result[b], result[b + 1]): as many as fit, at most `max_rows` with
/// together at most `max_nonzeros`. A longer row has a block of its own. The result starts at 0 and
/// ends at the number of rows. O(rows).
std::vector<int> row_blocks(std::span<const int> row_ptr, int max_nonzeros, int max_rows);

}  // namespace rowsort::lesson
