#pragma once

#include <functional>
#include <memory>

#include "launch.h"

namespace rowsort::simt {

/// Is told how far the blocks that one OS thread runs have come.
class BlockObserver {
 public:
  virtual ~BlockObserver() = default;

  /// All lanes of the warp have left the kernel.
  virtual void warp_ended(unsigned warp) = 0;

  /// All threads of the block have left the kernel, or have been made to after an error.
  virtual void block_ended() = 0;
};

/// Called on each of the OS threads that run blocks, before the first of them.
using MakeObserver = std::function<std::unique_ptr<BlockObserver>()>;

/// launch() with observers. A shuffle that reads a lane outside its mask is then an error.
void launch_observed(LaunchShape shape, const std::function<void()>& body, LaunchOptions options,
                     const MakeObserver& make_observer);

}  // namespace rowsort::simt
