// Counts of a traced launch. Those for the exercise's matrices are equal to the hardware counters of
// an NVIDIA H200 with blocks of 256 threads.

#include "rowsort/device/device.h"
#include "rowsort/matrix/csr_view.h"
#include "rowsort/simt/trace.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "../heavy_first.h"
#include "../matrix/lesson_matrices.h"
#include "aligned_bytes.h"
#include "kernels/spmv_kernels.h"
#include "peak_memory.h"
#include "small_kernels.h"
#include "trace_testing.h"
#include <gtest/gtest.h>

namespace rowsort::simt {
namespace {

using testing::AlignedBytes;
using testing::SmallRun;

TraceCounts trace(SpmvKernel* kernel, const CsrView& matrix, unsigned cores = 0,
                  int block_size = 256, std::size_t threads_per_row = 1) {
  const std::size_t rows = matrix.rows();
  const KernelLayout layout = kernel_layout(rows, matrix.cols, matrix.nnz());
  AlignedBytes storage(layout.bytes);
  KernelMemory memory(storage.bytes(), layout);
  memory.fill(matrix, std::span(testing::exercise_vector()).first(matrix.cols));
  return traced_launch(
      {grid_size(rows * threads_per_row, block_size), static_cast<unsigned>(block_size)},
      [&] {
        kernel(memory.row_ptr(), memory.col_idx(), memory.val(), memory.x(), memory.y().data(),
               rows);
      },
      kernel_buffers(memory), {.cores = cores});
}

const SiteCounts& site(const TraceCounts& counts, AccessKind kind, const std::string& buffer) {
  const auto found = std::find_if(counts.sites.begin(), counts.sites.end(), [&](const auto& s) {
    return s.kind == kind && s.buffer == buffer;
  });
  EXPECT_NE(found, counts.sites.end()) << buffer;
  return *found;
}

TEST(TraceCounts, EvenMatrixHasTheHardwaresCounts) {
  const TraceCounts counts = trace(test_thread_per_row_traced, testing::even_matrix());
  EXPECT_EQ(counts.load_requests.count, 819'200u);
  EXPECT_EQ(counts.load_sectors.count, 18'202'624u);
  EXPECT_EQ(counts.store_requests.count, 16'384u);
  EXPECT_EQ(counts.store_sectors.count, 65'536u);
  EXPECT_EQ(counts.executed_lane_slots, 8'388'608u);
  EXPECT_TRUE(counts.unwritten.empty());
}

TEST(TraceCounts, SkewedMatrixHasTheHardwaresCounts) {
  const TraceCounts counts = trace(test_thread_per_row_traced, testing::skewed_matrix());
  EXPECT_EQ(counts.load_requests.count, 20'627'456u);
  EXPECT_EQ(counts.load_sectors.count, 22'003'712u);
  EXPECT_EQ(counts.executed_lane_slots, 219'676'672u);
}

TEST(TraceCounts, SortedMatrixHasTheHardwaresCountsInEitherDirection) {
  const Csr& skewed = testing::skewed_matrix();
  std::vector<int> rising(skewed.rows());
  std::iota(rising.begin(), rising.end(), 0);
  std::stable_sort(rising.begin(), rising.end(), [&](int a, int b) {
    return skewed.row_length(static_cast<std::size_t>(a)) <
           skewed.row_length(static_cast<std::size_t>(b));
  });
  for (const std::vector<int>& order : {heavy_first(skewed), rising}) {
    const TraceCounts counts = trace(test_thread_per_row_traced, permute_rows(skewed, order));
    EXPECT_EQ(counts.load_requests.count, 819'200u);
    EXPECT_EQ(counts.load_sectors.count, 22'123'008u);
    EXPECT_EQ(counts.executed_lane_slots, 8'388'608u);
  }
}

TEST(TraceCounts, DoNotDependOnTheNumberOfCores) {
  const Csr matrix = exact_matrix(std::vector<int>(5'000, 7), 1);
  const TraceCounts one = trace(test_warp_per_row_traced, matrix, 1, 96, 32);
  for (const unsigned cores : {2u, 5u}) {
    const TraceCounts more = trace(test_warp_per_row_traced, matrix, cores, 96, 32);
    ASSERT_EQ(more.sites.size(), one.sites.size());
    for (std::size_t s = 0; s < one.sites.size(); ++s) {
      EXPECT_EQ(more.sites[s].line, one.sites[s].line);
      EXPECT_EQ(more.sites[s].requests, one.sites[s].requests);
      EXPECT_EQ(more.sites[s].sectors, one.sites[s].sectors);
      EXPECT_EQ(more.sites[s].bytes, one.sites[s].bytes);
    }
  }
}

TEST(TraceCounts, EachSiteHasItsLineItsBufferAndItsShare) {
  const Csr matrix = exact_matrix(std::vector<int>(64, 5), 1);
  const TraceCounts counts = trace(test_thread_per_row_traced, matrix, 1, 64);
  ASSERT_EQ(counts.sites.size(), 5u);
  for (const SiteCounts& each : counts.sites) {
    EXPECT_EQ(each.file, "spmv_kernels.cu");
    EXPECT_GT(each.line, 0);
  }
  const SiteCounts& val = site(counts, AccessKind::kLoad, "val");
  EXPECT_EQ(val.requests, 10u);
  EXPECT_EQ(val.bytes, 64u * 5 * 4);
  EXPECT_EQ(val.widest, 4u);
  EXPECT_EQ(val.line, site(counts, AccessKind::kLoad, "x").line);
  EXPECT_EQ(site(counts, AccessKind::kLoad, "row_ptr").requests, 4u);
  const SiteCounts& y = site(counts, AccessKind::kStore, "y");
  EXPECT_EQ(y.line, val.line + 1);
  EXPECT_EQ(y.sectors, 8u);
}

TEST(TraceCounts, TotalsHaveTheNamesOfNsightCompute) {
  const TraceCounts counts;
  EXPECT_STREQ(counts.load_requests.metric, "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum");
  EXPECT_STREQ(counts.load_sectors.metric, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum");
  EXPECT_STREQ(counts.store_requests.metric, "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum");
  EXPECT_STREQ(counts.store_sectors.metric, "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum");
}

TEST(TraceCounts, WarpsThatWaitForEachOtherAreCountedOneByOne) {
  const SmallRun run{.n = 512, .blocks = 2, .threads_per_block = 256, .out_elements = 2};
  const TraceCounts counts = run.counts(right_block_sum_traced);
  EXPECT_EQ(counts.load_requests.count, 16u);
  EXPECT_EQ(counts.load_sectors.count, 64u);
  EXPECT_EQ(counts.store_requests.count, 2u);
}

TEST(TraceCounts, AtomicsAreNeitherLoadsNorStores) {
  const SmallRun run{.n = 64, .out_elements = 1, .out_use = BufferUse::kInOut};
  const TraceCounts counts = run.counts(right_sum_of_floats_traced);
  EXPECT_EQ(counts.load_requests.count, 2u);
  EXPECT_EQ(counts.store_requests.count, 0u);
  EXPECT_EQ(site(counts, AccessKind::kAtomic, "out").requests, 2u);
}

TEST(TraceCounts, AdditionToAnElementIsALoadAndAStore) {
  const TraceCounts counts =
      SmallRun{.n = 64, .out_use = BufferUse::kInOut}.counts(right_add_in_place_traced);
  EXPECT_EQ(site(counts, AccessKind::kLoad, "out").requests, 2u);
  EXPECT_EQ(site(counts, AccessKind::kStore, "out").requests, 2u);
}

TEST(TraceCounts, AWideLoadIsOneRequest) {
  const TraceCounts counts =
      SmallRun{.n = 64, .threads_per_block = 32}.counts(right_two_words_at_once_traced);
  EXPECT_EQ(counts.load_requests.count, 1u);
  EXPECT_EQ(counts.load_sectors.count, 8u);
  EXPECT_EQ(counts.store_requests.count, 1u);
  EXPECT_EQ(counts.sites.front().bytes, 256u);
  EXPECT_EQ(counts.sites.front().widest, 8u);
}

TEST(TraceCounts, ElementsThatNoThreadWroteAreNamed) {
  const TraceCounts counts = SmallRun{}.counts(wrong_forgets_every_third_traced);
  ASSERT_EQ(counts.unwritten.size(), 1u);
  EXPECT_EQ(counts.unwritten[0].buffer, "out");
  EXPECT_EQ(counts.unwritten[0].first, 2u);
  EXPECT_EQ(counts.unwritten[0].count, 21u);
}

TEST(TraceCounts, MemoryDoesNotGrowWithTheGrid) {
  if (testing::kAddressSanitizer) {
    GTEST_SKIP() << "the sanitizer keeps memory of its own for each stack";
  }
  const auto run = [](unsigned blocks) {
    return SmallRun{
        .n = 64 * blocks, .blocks = blocks, .threads_per_block = 64, .out_elements = blocks}
        .counts(right_block_sum_traced);
  };
  const long empty = testing::peak_kib();
  run(100);
  const long before = testing::peak_kib();
  run(20'000);
  // `in`, `out` and what is kept for each element of `out` are 5.5 MB.
  EXPECT_LT(testing::peak_kib() - before, 8192) << "and at first " << before - empty;
}

TEST(TraceCounts, AnEmptyGridCountsNothing) {
  const TraceCounts counts = SmallRun{.blocks = 0}.counts(right_two_words_at_once_traced);
  EXPECT_TRUE(counts.sites.empty());
  EXPECT_EQ(counts.executed_lane_slots, 0u);
}

}  // namespace
}  // namespace rowsort::simt
