#include "cpu_trace.h"

namespace rowsort {

simt::TraceCounts trace_kernel(SpmvKernel* traced_kernel, KernelMemory memory, int block_size) {
  const std::size_t rows = memory.layout().rows;
  const simt::LaunchShape shape{grid_size(rows, block_size), static_cast<unsigned>(block_size)};
  const auto body = [&] {
    traced_kernel(memory.row_ptr(), memory.col_idx(), memory.val(), memory.x(), memory.y().data(),
                  rows);
  };
  return simt::traced_launch(shape, body, kernel_buffers(memory));
}

}  // namespace rowsort
