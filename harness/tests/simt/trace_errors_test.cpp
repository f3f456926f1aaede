// The message of a traced launch for each mistake of wrong_kernels.cu. In the expected messages the
// comment at the end of a line is in the place of its number.

#include "rowsort/matrix/coo.h"
#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/simt/trace.h"

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

TEST(TraceError, ReadPastTheEndNamesBufferAndIndex) {
  EXPECT_EQ(SmallRun{}.error(wrong_read_past_end_traced),
            "read in block 0, warp 1, lane 29 at wrong_kernels.cu[reads past the end]: it reaches "
            "in[64], but in has 64 elements (1 past the end); check the index before the access, "
            "and how the loop ends");
}

TEST(TraceError, ReadBeforeTheStartNamesBufferAndIndex) {
  EXPECT_EQ(
      SmallRun{}.error(wrong_read_before_start_traced),
      "read in block 0, warp 0, lane 0 at wrong_kernels.cu[reads before the start]: it reaches "
      "in[-2], before the start of in; check the index before the access, and how the loop ends");
}

TEST(TraceError, WritePastTheEndNamesBufferAndIndex) {
  EXPECT_EQ(SmallRun{}.error(wrong_write_past_end_traced),
            "write in block 0, warp 1, lane 31 at wrong_kernels.cu[writes past the end]: it "
            "reaches out[64], but out has 64 elements (1 past the end); check the index before the "
            "access, and how the loop ends");
}

TEST(TraceError, AccessThatBeginsInABufferAndReachesPastItsEndIsOutOfBounds) {
  EXPECT_EQ(SmallRun{}.error(wrong_last_thread_writes_wide_traced),
            "write in block 0, warp 0, lane 0 at wrong_kernels.cu[two words]: it reaches out[64], "
            "but out has 64 elements (1 past the end); check the index before the access, and how "
            "the loop ends");
}

TEST(TraceError, AddressFarFromEveryBufferBelongsToNone) {
  EXPECT_EQ(SmallRun{}.error(wrong_far_index_traced),
            "read in block 0, warp 0, lane 0 at wrong_kernels.cu[far away]: it reaches memory that "
            "belongs to no buffer of the kernel (counted from the nearest, it is out[499,997,888], "
            "but out has 64 elements); look at the pointer, and at how the index is computed");
}

// Its distance to the buffers changes from run to run, and a grade must not.
TEST(TraceError, WildPointerHasNoNumberThatChangesFromRunToRun) {
  EXPECT_EQ(SmallRun{}.error(wrong_wild_pointer_traced),
            "read in block 0, warp 0, lane 0 at wrong_kernels.cu[reads a wild pointer]: it reaches "
            "memory that belongs to no buffer of the kernel; look at the pointer, and at how the "
            "index is computed");
}

TEST(TraceError, NullPointerIsNamedAsOne) {
  EXPECT_EQ(SmallRun{}.error(wrong_null_pointer_traced),
            "read in block 0, warp 0, lane 0 at wrong_kernels.cu[reads a null pointer]: address "
            "0x30 comes from a null pointer; look at where the pointer is set");
}

TEST(TraceError, WriteToAnInputNamesTheElement) {
  EXPECT_EQ(SmallRun{}.error(wrong_write_to_input_traced),
            "write in block 0, warp 1, lane 0 at wrong_kernels.cu[writes an input]: it changes "
            "in[32], but in is an input; keep what is computed in a variable or in the output");
}

TEST(TraceError, ReadOfAnElementThatNoThreadWroteNamesIt) {
  EXPECT_EQ(SmallRun{}.error(wrong_sum_in_output_traced),
            "read in block 0, warp 0, lane 0 at wrong_kernels.cu[sums up in the output]: no "
            "thread has written out[0] yet, so it holds no value; sum up in a variable that "
            "starts at 0 and write it once");
}

TEST(TraceError, AtomicOnAnElementThatNoThreadWroteNamesIt) {
  EXPECT_EQ(SmallRun{}.error(wrong_atomic_on_nothing_traced),
            "atomic operation in block 0, warp 0, lane 0 at wrong_kernels.cu[adds to nothing]: "
            "no thread has written out[0] yet, so it holds no value; sum up in a variable that "
            "starts at 0 and write it once");
}

TEST(TraceError, TwoWritersOfOneElementAreBothNamed) {
  EXPECT_EQ(SmallRun{}.error(wrong_two_threads_one_element_traced),
            "write in block 0, warp 1, lane 0 at wrong_kernels.cu[second writer]: out[0] has "
            "been written by another thread, block 0, warp 0, lane 0 at wrong_kernels.cu[first "
            "writer], and nothing orders the two writes; use atomicAdd, or let only one thread "
            "write the element");
  EXPECT_EQ(
      SmallRun{.out_use = BufferUse::kInOut}.error(wrong_neighbours_one_element_traced),
      "write in block 0, warp 0, lane 1 at wrong_kernels.cu[neighbours add]: out[0] has been "
      "written by another thread, block 0, warp 0, lane 0 at wrong_kernels.cu[neighbours add], "
      "and nothing orders the two writes; use atomicAdd, or let only one thread write the element");
}

TEST(TraceError, TwoWritersInDifferentBlocksAreBothNamed) {
  const SmallRun run{.n = 128, .blocks = 2, .threads_per_block = 64};
  EXPECT_EQ(run.error(wrong_two_threads_one_element_traced),
            "write in block 1, warp 0, lane 0 at wrong_kernels.cu[second writer]: out[0] has "
            "been written by another thread, block 0, warp 0, lane 0 at wrong_kernels.cu[first "
            "writer], and nothing orders the two writes; use atomicAdd, or let only one thread "
            "write the element");
}

TEST(TraceError, PlainWriteBesideAtomicsIsARace) {
  EXPECT_EQ(SmallRun{}.error(wrong_plain_beside_atomic_traced),
            "atomic operation in block 0, warp 0, lane 1 at wrong_kernels.cu[adds]: out[0] has "
            "been written by another thread, block 0, warp 0, lane 0 at wrong_kernels.cu[sets], "
            "and nothing orders the two writes; use atomicAdd, or let only one thread write the "
            "element");
}

TEST(TraceError, CooWithoutAtomicAddIsARaceOnY) {
  const Coo coo = to_coo(exact_matrix(std::vector<int>(200, 9), 1));
  const std::vector<float> x = exact_vector(coo.cols, 1);
  std::vector<float> y(coo.rows);
  const std::vector<KernelBuffer> buffers = {
      {"row_idx", std::as_bytes(std::span(coo.row))},
      {"col_idx", std::as_bytes(std::span(coo.col))},
      {"val", std::as_bytes(std::span(coo.val))},
      {"x", std::as_bytes(std::span(x))},
      {"y", std::as_bytes(std::span(y)), sizeof(float), BufferUse::kInOut}};
  const auto run = [&] {
    traced_launch({8, 256},
                  [&] {
                    test_coo_without_atomics_traced(coo.row.data(), coo.col.data(), coo.val.data(),
                                                    x.data(), y.data(), coo.nnz());
                  },
                  buffers, {.cores = 1});
  };
  EXPECT_EQ(error_of(run),
            "write in block 0, warp 0, lane 1 at spmv_kernels.cu[adds without atomicAdd]: y[0] "
            "has been written by another thread, block 0, warp 0, lane 0 at spmv_kernels.cu[adds "
            "without atomicAdd], and nothing orders the two writes; use atomicAdd, or let only "
            "one thread write the element");
}

TEST(TraceError, EndlessLoopNamesLaneAndLine) {
  EXPECT_EQ(
      SmallRun{}.error(wrong_endless_loop_traced),
      "endless loop in block 0, warp 1, lane 5 at wrong_kernels.cu[never ends]: the lane has made "
      "1,050,624 accesses to memory and is still in the kernel; look at how the loop ends");
}

TEST(TraceError, GuardOfALaneBeforeAShuffleOfTheWarp) {
  EXPECT_EQ(SmallRun{.n = 55}.error(wrong_guard_before_shuffle_traced),
            "__shfl_down_sync in block 0, warp 1, lane 0 at wrong_kernels.cu[all lanes are named]: "
            "23 of the 32 lanes named by mask 0xffffffff arrived; lanes 23-31 have already left "
            "the kernel, so it never completes");
}

TEST(TraceError, BlockSizeThatIsNotAMultipleOf32) {
  EXPECT_EQ((SmallRun{.n = 40, .threads_per_block = 40}.error(wrong_whole_warp_expected_traced)),
            "__reduce_add_sync in block 0, warp 1, lane 0 at wrong_kernels.cu[names 32 lanes]: 8 "
            "of the 32 lanes named by mask 0xffffffff arrived; lanes 8-31 do not exist in this "
            "warp of 8, so it never completes");
}

TEST(TraceError, MasksThatDisagreeShowWhereTheOtherLanesWait) {
  EXPECT_EQ(SmallRun{}.error(wrong_masks_disagree_traced),
            "__any_sync in block 0, warp 0, lane 0 at wrong_kernels.cu[asks]: 31 of the 32 lanes "
            "named by mask 0xffffffff arrived; lane 4 waits at __any_sync with mask 0x7fffffff at "
            "wrong_kernels.cu[asks], so it never completes");
}

TEST(TraceError, LanesAtDifferentBuiltInsShowBothLines) {
  EXPECT_EQ(SmallRun{}.error(wrong_other_place_traced),
            "__shfl_xor_sync in block 0, warp 0, lane 0 at wrong_kernels.cu[one branch]: 30 of the "
            "32 lanes named by mask 0xffffffff arrived; lanes 30-31 wait at __shfl_up_sync with "
            "mask 0xffffffff at wrong_kernels.cu[other branch], so it never completes");
}

TEST(TraceError, CallerOutsideItsOwnMask) {
  EXPECT_EQ(SmallRun{}.error(wrong_caller_not_named_traced),
            "__syncwarp in block 0, warp 0, lane 16 at wrong_kernels.cu[names the lower half]: the "
            "mask 0x0000ffff does not name the calling lane");
}

TEST(TraceError, ShuffleFromALaneOutsideTheMask) {
  EXPECT_EQ(SmallRun{}.error(wrong_shuffle_from_unnamed_lane_traced),
            "__shfl_down_sync in block 0, warp 0, lane 8 at wrong_kernels.cu[reaches above the "
            "mask]: it reads lane 16, which the mask 0x0000ffff does not name; use a smaller "
            "width, or name the lane too");
}

TEST(TraceError, BarrierThatSomeThreadsNeverReach) {
  EXPECT_EQ(SmallRun{.n = 50}.error(wrong_barrier_not_reached_traced),
            "__syncthreads in block 0, warp 0, lane 0 at wrong_kernels.cu[waits for all]: 50 of "
            "the 64 threads of the block arrived; 14 have left the kernel, so it never completes");
}

TEST(TraceError, ThreadsAtDifferentBarriersShowBothLines) {
  EXPECT_EQ(SmallRun{}.error(wrong_two_barriers_traced),
            "__syncthreads in block 0, warp 0, lane 16 at wrong_kernels.cu[waits]: 48 of the 64 "
            "threads of the block arrived; 16 wait at __syncthreads_count at "
            "wrong_kernels.cu[counts], so it never completes");
}

TEST(TraceError, TheNextLaunchIsNotAffected) {
  EXPECT_NE(SmallRun{}.error(wrong_endless_loop_traced), "no error");
  EXPECT_EQ(SmallRun{}.error(right_two_words_at_once_traced), "no error");
  const TraceCounts counts =
      SmallRun{.n = 64, .threads_per_block = 32}.counts(right_two_words_at_once_traced);
  EXPECT_EQ(counts.load_requests.count, 1u);
}

TEST(TraceError, FirstBlockWithAnErrorIsReportedOnAnyNumberOfCores) {
  const std::vector<int> in(64 * 100);
  std::vector<int> out(64 * 100 - 640);
  const std::vector<KernelBuffer> buffers = {
      {"in", std::as_bytes(std::span(in))},
      {"out", std::as_bytes(std::span(out)), sizeof(int), BufferUse::kOutput}};
  for (int repeat = 0; repeat < 20; ++repeat) {
    try {
      traced_launch({100, 64}, [&] { wrong_forgets_every_third_traced(in.data(), out.data(), 0); },
                    buffers, {.cores = 4});
      FAIL();
    } catch (const KernelError& error) {
      EXPECT_NE(std::string(error.message()).find(" in block 90, "), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace rowsort::simt
