#pragma once

#include "rowsort/device/kernel_memory.h"
#include "rowsort/simt/launch.h"
#include "rowsort/simt/trace.h"

#include <cstddef>
#include <functional>
#include <string>

namespace rowsort::testing {

using SmallKernel = void(const int* in, int* out, unsigned n);

/// Runs a kernel of right_kernels.cu or wrong_kernels.cu with in = {0, 1, 2, ...}. On one core, so
/// that of two threads that race the same one is always second.
struct SmallRun {
  unsigned n = 64;
  unsigned blocks = 1;
  unsigned threads_per_block = 64;
  std::size_t out_elements = 0;  ///< 0: n
  simt::BufferUse out_use = simt::BufferUse::kOutput;

  simt::TraceCounts counts(SmallKernel* kernel) const;
  /// What error_of() gives.
  std::string error(SmallKernel* kernel) const;
};

/// The message of the KernelError that `run` throws, or "no error". The comment at the end of a line
/// is in the place of its number: "kernels.cu[reads past the end]" for "kernels.cu:57".
std::string error_of(const std::function<void()>& run);

}  // namespace rowsort::testing
