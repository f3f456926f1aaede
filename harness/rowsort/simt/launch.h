#pragma once

#include "rowsort/errors.h"

#include <cstddef>
#include <functional>
#include <string>

/// CUDA on the CPU: runs kernels that a host compiler built with rowsort/simt/simt.h.
namespace rowsort::simt {

/// A one-dimensional grid. When the number of threads per block is not a multiple of 32, the last
/// warp of each block is a partial one. No mask may name the lanes that it lacks.
struct LaunchShape {
  std::size_t blocks;          ///< 0 to 2^31 - 1
  unsigned threads_per_block;  ///< 1 to 1024
};

struct LaunchOptions {
  unsigned cores = 0;  ///< how many blocks run at a time, each on a core; 0: one on each core
};

/// What a kernel did wrong, and which of its threads did it.
class KernelError : public SubmissionError {
 public:
  explicit KernelError(const std::string& message)
      : SubmissionError(FaultKind::kKernelFailed, kFailed + message) {}

  /// "read in block 0, warp 1, lane 29 at row_sort.cu:57: it reaches ..."; what() has "failed: "
  /// before it, to follow the kernel's name.
  const char* message() const { return what() + std::char_traits<char>::length(kFailed); }

 private:
  static constexpr const char* kFailed = "failed: ";
};

/// Calls `body` once for every thread of the grid, with threadIdx, blockIdx, blockDim and gridDim
/// set. `body` calls the kernel with its arguments. Returns when all threads have ended.
///
/// Blocks run in any order and several at a time, so several OS threads call `body` at once; one of
/// them is the caller's. Each thread of the grid has a stack of 64 KiB. Memory is taken only for
/// the threads that wait at the same time in the blocks that run.
///
/// Throws std::invalid_argument for a shape out of range. Throws KernelError when a thread of the
/// grid leaves the kernel by an exception, misuses a built-in, or waits at one that can never
/// complete. If several blocks have an error, the first block's is reported. Threads that still
/// waited have then been unwound. Blocks after that one may or may not have run.
void launch(LaunchShape shape, const std::function<void()>& body, LaunchOptions options = {});

}  // namespace rowsort::simt
