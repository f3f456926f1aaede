#pragma once

#include "rowsort/csr.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rowsort {

/// A small matrix whose shape breaks a careless submission.
struct EdgeCase {
  std::string name;  ///< as it is named in a message: "one giant row among 65"
  Csr matrix;
};

/// The small matrices of the check of that name, exact inputs from the seed: no rows, one row, one
/// row without a nonzero, all rows empty, one giant row, row counts that are no multiple of a warp
/// or of the block, all rows of one length, rows already in falling and in rising order of length,
/// random lengths with empty rows among them. `block_size` is the submission's own, so that a
/// partial last block is among them.
std::vector<EdgeCase> edge_cases(int block_size, std::uint64_t seed);

}  // namespace rowsort
