#include "block_size.h"

#include "rowsort/matrix/exact_inputs.h"

namespace rowsort {

std::optional<std::string> find_block_size_fault(int block_size) {
  constexpr int kWarp = static_cast<int>(kWarpSize);
  const std::string is = "block_size is " + std::to_string(block_size);
  if (block_size <= 0) return is + "; a block needs at least one warp of 32 threads";
  if (block_size > kMaxBlockSize) return is + "; a block holds at most 1,024 threads";
  if (block_size % kWarp == 0) return std::nullopt;
  const int below = block_size / kWarp * kWarp;
  const std::string nearest =
      (below > 0 ? std::to_string(below) + " or " : "") + std::to_string(below + kWarp);
  return is + ", which is not a whole number of warps (32 threads): use " + nearest;
}

}  // namespace rowsort
