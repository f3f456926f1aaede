#pragma once

#include "rowsort/matrix/csr_view.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>

/// What is wrong with what a submission's host code gives: each check returns one sentence for the
/// student, about the first fault, or nothing when all is right.
namespace rowsort {

/// Checks that a kernel can be launched with this many threads in a block: a whole number of warps,
/// at most 1,024.
std::optional<std::string> find_block_size_fault(int block_size);

/// Checks that `order` names each of the rows 0 .. rows - 1 exactly once. Nothing is indexed with an
/// entry before it is known to be in range. O(rows + order.size()).
std::optional<std::string> find_order_fault(std::span<const int> order, std::size_t rows);

/// Checks that row i of `rebuilt` holds exactly the entries of row order[i] of `matrix`, in the
/// same sequence and bit for bit, and that row_ptr starts at 0, never falls and ends at nnz.
/// `order` is a permutation (find_order_fault()); nothing is assumed of `rebuilt`. O(rows + nnz).
std::optional<std::string> find_rebuilt_fault(const CsrView& matrix, std::span<const int> order,
                                              const CsrView& rebuilt);

}  // namespace rowsort
