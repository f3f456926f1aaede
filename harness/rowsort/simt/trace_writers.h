#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "warp.h"

namespace rowsort::simt {

/// A write to an element, and what orders it with others.
struct ElementWrite {
  std::uint64_t thread;  ///< of the grid
  bool atomic;
  unsigned block_meetings;  ///< how often the block's threads had waited for each other
  unsigned warp_meetings;   ///< the same of the warp's lanes
  CodeAddress code;
};

/// Who wrote each element of a buffer last. For all OS threads at once.
class Writers {
 public:
  Writers(std::size_t elements, unsigned threads_per_block);

  bool written(std::size_t element) const {
    return last_[element].load(std::memory_order_relaxed) != 0;
  }

  /// Returns the write before it, if another thread made it, not both are atomic, and the two
  /// threads have not waited for each other in between.
  std::optional<ElementWrite> write(std::size_t element, const ElementWrite& now);

  std::size_t elements() const { return last_.size(); }

 private:
  bool ordered(const ElementWrite& before, const ElementWrite& now) const;

  unsigned threads_per_block_;
  std::vector<std::atomic<std::uint64_t>> last_;  ///< packed; 0: nobody
  /// Beside last_, not in one step with it: of two racing threads it may name the other's line.
  std::vector<std::atomic<CodeAddress>> code_;
};

}  // namespace rowsort::simt
