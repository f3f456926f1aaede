#pragma once

#include <cstddef>
#include <functional>
#include <stdexcept>
#include <string>

/// The CPU device: runs kernels that are built by the host compiler with rowsort/simt/simt.h.
namespace rowsort::simt {

/// A one-dimensional grid. A block may hold a number of threads that is no multiple of 32: its last
/// warp is then a partial one, whose missing lanes no mask may name.
struct LaunchShape {
  std::size_t blocks;          ///< 0 to 2^31 - 1
  unsigned threads_per_block;  ///< 1 to 1024
};

struct LaunchOptions {
  unsigned cores =
      0;  ///< how many blocks run at the same time, each on a core; 0: as many as there are
};

/// What a kernel did wrong, and which of its threads did.
class KernelError : public std::runtime_error {
 public:
  KernelError(std::size_t block, unsigned warp, unsigned lane, const std::string& message)
      : std::runtime_error(message), block_(block), warp_(warp), lane_(lane) {}

  std::size_t block() const { return block_; }
  unsigned warp() const { return warp_; }  ///< within the block
  unsigned lane() const { return lane_; }

 private:
  std::size_t block_;
  unsigned warp_;
  unsigned lane_;
};

/// Runs `body` once for every thread of the grid, with threadIdx, blockIdx, blockDim and gridDim
/// set; it calls the kernel with its arguments. Returns when all threads have ended.
///
/// Blocks run in any order and several at a time, so `body` is called from several threads of the
/// operating system at once; one of them is the caller's. Each thread of the grid has a stack of 64
/// KiB. Memory is taken for the threads that wait at the same time in the blocks that run, never
/// for the grid.
///
/// Throws std::invalid_argument for a shape out of range, and KernelError when a thread of the grid
/// leaves the kernel by an exception, misuses a built-in or waits at one that can never complete.
/// Of several blocks with an error the first is reported. The threads that still waited have then
/// been unwound and their destructors run; blocks after that one may or may not have run.
void launch(LaunchShape shape, const std::function<void()>& body, LaunchOptions options = {});

}  // namespace rowsort::simt
