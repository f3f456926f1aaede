#pragma once

#include "rowsort/matrix/csr_view.h"
#include "rowsort/simt/trace.h"

#include <chrono>
#include <optional>
#include <span>

#include "faults.h"
#include "worker_process.h"

namespace rowsort {

/// What the tracing CPU device saw of a kernel. Untrusted, like all that a submission's process
/// says: the counts inform, no check depends on them.
struct KernelTrace {
  std::optional<SubmissionFault> fault;  ///< what the kernel did wrong; the counts are then empty
  simt::TraceCounts counts;
};

/// Runs the submission's kernel once on the matrix, which is in the submitted order, with every
/// access counted and examined, in a process that is gone when this returns. Needs no GPU. Throws
/// EnvironmentError.
KernelTrace trace(const ChildCommand& command, const CsrView& matrix, std::span<const float> x,
                  int block_size, std::chrono::milliseconds limit);

}  // namespace rowsort
