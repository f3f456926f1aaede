// A traced launch finds no error in kernels without a mistake, and their results are right.

#include "rowsort/device/device.h"
#include "rowsort/matrix/coo.h"
#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/matrix/spmv_reference.h"
#include "rowsort/simt/trace.h"

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "kernels/spmv_kernels.h"
#include "small_kernels.h"
#include "trace_testing.h"
#include <gtest/gtest.h>

namespace rowsort::simt {
namespace {

using testing::error_of;
using testing::SmallRun;

template <class T>
KernelBuffer buffer(const char* name, const std::vector<T>& elements,
                    BufferUse use = BufferUse::kInput) {
  return {name, std::as_bytes(std::span(elements)), sizeof(T), use};
}

class TraceRightCsrKernel : public ::testing::TestWithParam<unsigned> {
 protected:
  /// The error of a kernel on a matrix with a partial last warp. Afterwards y_ is the result.
  std::string error(SpmvKernel* kernel, std::size_t threads_per_row) {
    const std::vector<KernelBuffer> buffers = {
        buffer("row_ptr", matrix_.row_ptr), buffer("col_idx", matrix_.col_idx),
        buffer("val", matrix_.val), buffer("x", x_), buffer("y", y_, BufferUse::kOutput)};
    const std::size_t blocks = (matrix_.rows() * threads_per_row + GetParam() - 1) / GetParam();
    return error_of([&] {
      counts_ = traced_launch(
          {blocks, GetParam()},
          [&] {
            kernel(matrix_.row_ptr.data(), matrix_.col_idx.data(), matrix_.val.data(), x_.data(),
                   y_.data(), matrix_.rows());
          },
          buffers);
    });
  }

  static std::vector<int> row_lengths() {
    std::vector<int> lengths(101);
    for (std::size_t row = 0; row < lengths.size(); ++row) {
      lengths[row] = static_cast<int>(row * 37 % 71);
    }
    return lengths;
  }

  Csr matrix_ = exact_matrix(row_lengths(), 1);
  std::vector<float> x_ = exact_vector(matrix_.cols, 1);
  std::vector<float> y_ = std::vector<float>(matrix_.rows());
  TraceCounts counts_;
};

TEST_P(TraceRightCsrKernel, ThreadPerRowHasNoError) {
  EXPECT_EQ(error(test_thread_per_row_traced, 1), "no error");
  EXPECT_EQ(y_, spmv_reference(matrix_, x_));
  EXPECT_TRUE(counts_.unwritten.empty());
}

TEST_P(TraceRightCsrKernel, WarpPerRowWithShufflesHasNoError) {
  EXPECT_EQ(error(test_warp_per_row_traced, 32), "no error");
  EXPECT_EQ(y_, spmv_reference(matrix_, x_));
  EXPECT_TRUE(counts_.unwritten.empty());
}

INSTANTIATE_TEST_SUITE_P(BlockSizes, TraceRightCsrKernel, ::testing::Values(32, 96, 256, 1024));

TEST(TraceRightKernel, CooWithAtomicAddHasNoError) {
  const std::vector<int> lengths(200, 9);
  const Coo coo = to_coo(exact_matrix(lengths, 1));
  const std::vector<float> x = exact_vector(coo.cols, 1);
  std::vector<float> y(coo.rows);
  const std::vector<KernelBuffer> buffers = {buffer("row_idx", coo.row), buffer("col_idx", coo.col),
                                             buffer("val", coo.val), buffer("x", x),
                                             buffer("y", y, BufferUse::kInOut)};
  EXPECT_EQ(error_of([&] {
              traced_launch(
                  {8, 256},
                  [&] {
                    test_coo_with_atomics_traced(coo.row.data(), coo.col.data(), coo.val.data(),
                                                 x.data(), y.data(), coo.nnz());
                  },
                  buffers);
            }),
            "no error");
  EXPECT_EQ(y, spmv_reference(exact_matrix(lengths, 1), x));
}

TEST(TraceRightKernel, ReductionInSharedMemoryHasNoError) {
  const SmallRun run{.n = 1000, .blocks = 4, .threads_per_block = 256, .out_elements = 4};
  EXPECT_EQ(run.error(right_block_sum_traced), "no error");
}

TEST(TraceRightKernel, AZeroBeforeABarrierAndAtomicsAfterItHaveNoError) {
  const SmallRun run{.n = 1000, .blocks = 4, .threads_per_block = 256, .out_elements = 4};
  EXPECT_EQ(run.error(right_block_sum_by_atomics_traced), "no error");
}

TEST(TraceRightKernel, EarlyExitOfWholeWarpsHasNoError) {
  const SmallRun run{.n = 512, .blocks = 2, .threads_per_block = 256};
  EXPECT_EQ(run.error(right_exit_of_whole_warps_traced), "no error");
}

TEST(TraceRightKernel, MasksOfHalfAWarpHaveNoError) {
  const SmallRun run{.n = 512, .blocks = 2, .threads_per_block = 256};
  EXPECT_EQ(run.error(right_sub_warp_masks_traced), "no error");
}

TEST(TraceRightKernel, ConstantsAndAThreadsOwnArrayHaveNoError) {
  const SmallRun run{.n = 100, .blocks = 2, .threads_per_block = 64};
  EXPECT_EQ(run.error(right_many_kinds_of_memory_traced), "no error");
}

TEST(TraceRightKernel, WritersOfOneElementWithBarriersBetweenHaveNoError) {
  const SmallRun run{.n = 64, .blocks = 3, .threads_per_block = 64, .out_elements = 3};
  EXPECT_EQ(run.error(right_shared_element_in_turns_traced), "no error");
}

TEST(TraceRightKernel, AtomicsOfFloatsAndWideAccessesHaveNoError) {
  EXPECT_EQ(SmallRun{.out_use = BufferUse::kInOut}.error(right_sum_of_floats_traced), "no error");
  EXPECT_EQ(SmallRun{}.error(right_two_words_at_once_traced), "no error");
}

}  // namespace
}  // namespace rowsort::simt
