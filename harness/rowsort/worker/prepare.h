#pragma once

#include "rowsort/matrix/csr_view.h"

#include <chrono>
#include <optional>
#include <span>

#include "faults.h"
#include "worker_process.h"

namespace rowsort {

/// The answer of sort_rows and rebuild. Untrusted: the spans lie in memory, their contents are
/// unchecked.
struct Prepared {
  SharedMemory memory;
  std::optional<int> block_size;              ///< absent when the worker ended before it said it
  std::optional<std::span<const int>> order;  ///< absent when sort_rows did not return
  std::optional<CsrView> rebuilt;             ///< absent when rebuild did not return
  std::optional<SubmissionFault> fault;       ///< present when something is absent
  std::optional<double> sort_seconds{};       ///< in sort_rows; absent when it did not return
  std::optional<double> rebuild_seconds{};    ///< in rebuild; absent when it did not return
};

/// Calls sort_rows and rebuild on the matrix, in a process that is gone when this returns.
/// Throws EnvironmentError.
Prepared prepare(const ChildCommand& command, const CsrView& matrix,
                 std::chrono::milliseconds limit);

}  // namespace rowsort
