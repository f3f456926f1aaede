#pragma once

#include "rowsort/csr.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rowsort {

/// A small matrix that breaks a careless submission.
struct EdgeCase {
  std::string name;  ///< for messages: "one giant row, the first of 590"
  Csr matrix;
};

/// The matrices of the check small_matrices, with exact inputs from the seed: no rows, one row, one
/// row without a nonzero, all rows empty, one giant row, row counts that are not a multiple of a
/// warp or of the block, all rows of one length, rows already in falling and in rising order of
/// length, random lengths with some empty rows. `block_size` is the submission's own, so one of them
/// has a partial last block.
std::vector<EdgeCase> edge_cases(int block_size, std::uint64_t seed);

}  // namespace rowsort
