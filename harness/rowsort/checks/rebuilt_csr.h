#pragma once

#include "rowsort/matrix/csr_view.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace rowsort {

/// Why a rebuilt CSR is not the matrix in the given order.
struct RebuiltFault {
  enum class Kind { kShape, kRowPtr, kEntry } kind{};
  std::size_t position = 0;  ///< kRowPtr and kEntry: the first bad position
  std::size_t row = 0;       ///< kRowPtr and kEntry: the original row that belongs there
  std::string message;       ///< one sentence for the student
};

/// Checks that row i of `rebuilt` holds exactly the entries of row order[i] of `matrix`, in the
/// same sequence and bit for bit, and that row_ptr starts at 0, never falls and ends at nnz;
/// nothing when so. `order` is a permutation (find_order_fault()); nothing is assumed of `rebuilt`.
/// O(rows + nnz).
std::optional<RebuiltFault> find_rebuilt_fault(const CsrView& matrix, std::span<const int> order,
                                               const CsrView& rebuilt);

}  // namespace rowsort
