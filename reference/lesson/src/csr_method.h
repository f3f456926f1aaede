#pragma once

#include "method.h"

/// What methods on the three arrays of CSR have in common.
namespace rowsort::lesson {

/// (rows + 1) offsets, and nnz columns and values.
FormatSize csr_size(std::span<const int> row_lengths);

/// A plan with the arrays row_ptr (0), col_idx (1) and val (2) of the matrix itself, and no launch.
Plan csr_plan(const CsrView& matrix);

/// For kernels that load four neighbours at a time: the same with col_idx and val filled up to a
/// multiple of four elements, as copies.
Plan vector_csr_plan(const CsrView& matrix);

/// Bytes of a plan of vector_csr_plan().
FormatSize vector_csr_size(std::span<const int> row_lengths);

/// The same of the matrix with its rows in this order, which the plan keeps.
Plan sorted_csr_plan(const CsrView& matrix, std::vector<int> order);

}  // namespace rowsort::lesson
