#include "cpu_trace.h"

#include <string>

namespace rowsort {

simt::TraceCounts trace_kernel(SpmvKernel* traced_kernel, KernelMemory memory, int block_size) {
  const std::size_t rows = memory.layout().rows;
  const simt::LaunchShape shape{grid_size(rows, block_size), static_cast<unsigned>(block_size)};
  const auto body = [&] {
    traced_kernel(memory.row_ptr(), memory.col_idx(), memory.val(), memory.x(), memory.y().data(),
                  rows);
  };
  try {
    return simt::traced_launch(shape, body, kernel_buffers(memory));
  } catch (const simt::KernelError& error) {
    throw SubmissionError(FaultKind::kKernelFailed, std::string("failed: ") + error.what());
  }
}

}  // namespace rowsort
