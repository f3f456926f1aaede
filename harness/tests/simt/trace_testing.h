#pragma once

#include "rowsort/device/kernel_memory.h"
#include "rowsort/simt/launch.h"
#include "rowsort/simt/trace.h"

#include <cstddef>
#include <functional>
#include <string>

namespace rowsort::testing {

using SmallKernel = void(const int* in, int* out, unsigned n);

/// Runs one of small_kernels.h: in = {0, 1, 2, ...}. On one core, so that of two threads that race
/// always the same one is second.
struct SmallRun {
  unsigned n = 64;
  unsigned blocks = 1;
  unsigned threads_per_block = 64;
  std::size_t out_elements = 0;  ///< 0: n
  simt::BufferUse out_use = simt::BufferUse::kOutput;

  simt::TraceCounts counts(SmallKernel* kernel) const;
  /// The message of the error, with marked_lines(), or "no error".
  std::string error(SmallKernel* kernel) const;
};

/// The text of the error that `run` ends with, or "no error". Each "kernels.cu:57" has the comment
/// at the end of that line in place of the number, "kernels.cu[reads past the end]".
std::string error_of(const std::function<void()>& run);

}  // namespace rowsort::testing
