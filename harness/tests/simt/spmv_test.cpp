#include "rowsort/csr.h"
#include "rowsort/simt/launch.h"

#include <cstddef>
#include <vector>

#include "kernels/spmv_kernels.h"
#include <gtest/gtest.h>

namespace rowsort::simt {
namespace {

/// In each aligned group of 32 rows 31 rows of 3 nonzeros and the last of 67. Whole numbers, so
/// that every order of summation gives the same y.
Csr skewed(std::size_t rows) {
  Csr matrix;
  matrix.cols = rows;
  matrix.row_ptr.push_back(0);
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t length = row % 32 == 31 ? 67 : 3;
    for (std::size_t k = 0; k < length; ++k) {
      matrix.val.push_back(static_cast<float>(matrix.val.size() % 13) - 6.0f);
      matrix.col_idx.push_back(static_cast<int>((row + k) % rows));
    }
    matrix.row_ptr.push_back(static_cast<int>(matrix.val.size()));
  }
  return matrix;
}

struct Problem {
  explicit Problem(std::size_t rows) : matrix(skewed(rows)), x(rows), y(rows, -1.0f) {
    for (std::size_t i = 0; i < rows; ++i) x[i] = static_cast<float>(i % 7) - 3.0f;
  }

  std::vector<float> serial() const {
    std::vector<float> expected(matrix.rows(), 0.0f);
    for (std::size_t row = 0; row < matrix.rows(); ++row) {
      for (int j = matrix.row_ptr[row]; j < matrix.row_ptr[row + 1]; ++j) {
        const auto entry = static_cast<std::size_t>(j);
        expected[row] += matrix.val[entry] * x[static_cast<std::size_t>(matrix.col_idx[entry])];
      }
    }
    return expected;
  }

  template <class Kernel>
  void run(Kernel kernel, std::size_t threads, unsigned block_size) {
    launch({(threads + block_size - 1) / block_size, block_size}, [&] {
      kernel(matrix.row_ptr.data(), matrix.col_idx.data(), matrix.val.data(), x.data(), y.data(),
             matrix.rows());
    });
  }

  Csr matrix;
  std::vector<float> x;
  std::vector<float> y;
};

class SimtSpmv : public testing::TestWithParam<std::size_t> {};

TEST_P(SimtSpmv, ThreadPerRowIsTheSerialLoop) {
  Problem problem(GetParam());
  problem.run(test_thread_per_row, problem.matrix.rows(), 64);
  EXPECT_EQ(problem.y, problem.serial());
}

TEST_P(SimtSpmv, WarpPerRowIsTheSerialLoop) {
  Problem problem(GetParam());
  problem.run(test_warp_per_row, problem.matrix.rows() * 32, 256);
  EXPECT_EQ(problem.y, problem.serial());
}

INSTANTIATE_TEST_SUITE_P(RowCounts, SimtSpmv,
                         testing::Values(1, 31, 32, 33, 64, 100, 256, 1000, 4099));

TEST(SimtSpmv, EveryBlockSizeGivesTheSame) {
  for (const unsigned block_size : {1u, 20u, 32u, 96u, 333u, 1024u}) {
    Problem problem(777);
    problem.run(test_thread_per_row, problem.matrix.rows(), block_size);
    EXPECT_EQ(problem.y, problem.serial()) << "block size " << block_size;
  }
}

}  // namespace
}  // namespace rowsort::simt
