#pragma once

#include "rowsort/csr.h"
#include "rowsort/matrix/spmv_reference.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace rowsort {

/// A matrix to grade on, with what y = A x has to be.
struct TestCase {
  std::string name;        ///< "skewed", the path of a Matrix Market file, "one giant row, ..."
  bool is_skewed = false;  ///< the matrix that prediction and claim are about
  std::uint64_t seed = 0;  ///< of the values and of x
  Csr matrix;
  std::vector<int> row_lengths;
  std::vector<float> x;
  ExpectedRows expected;
};

/// A square matrix with these row lengths and exact inputs (exact_inputs.h). Throws as
/// exact_matrix() does.
TestCase exact_case(std::string name, const std::vector<int>& row_lengths, std::uint64_t seed);

/// The same for a matrix whose values are those of exact_matrix() with this seed.
TestCase exact_case(std::string name, Csr matrix, std::uint64_t seed);

TestCase skewed_case(std::uint64_t seed);
TestCase even_case(std::uint64_t seed);

/// The small matrices of the check small_matrices, which break a careless submission: no rows, one
/// row, one row without a nonzero, all rows empty, one giant row, row counts that are not a multiple
/// of a warp or of the block, all rows of one length, rows already in falling and in rising order of
/// length, random lengths with some empty rows. `block_size` is the submission's own, so one of them
/// has a partial last block.
std::vector<TestCase> edge_cases(int block_size, std::uint64_t seed);

/// A user's own matrix, compared within a bound. Throws UsageError, and std::length_error
/// where 32-bit offsets cannot address it.
TestCase file_case(const std::filesystem::path& file, std::uint64_t seed);

/// What y = A x has to be for another x, judged as `test_case` is.
ExpectedRows expect(const TestCase& test_case, std::span<const float> x);

}  // namespace rowsort
