#pragma once

#include "rowsort/simt/simt.h"

// Kernels that do one thing each, right or wrong. `in` and `out` have n elements each, and one
// thread is meant for each of them, unless a kernel says otherwise. They are there as name_traced
// alone, for rowsort::simt::traced_launch.
#define SMALL_KERNEL(name)                                   \
  extern "C" void name(const int* in, int* out, unsigned n); \
  extern "C" void name##_traced(const int* in, int* out, unsigned n)

// right_kernels.cu
SMALL_KERNEL(right_block_sum);
SMALL_KERNEL(right_block_sum_by_atomics);
SMALL_KERNEL(right_exit_of_whole_warps);
SMALL_KERNEL(right_sub_warp_masks);
SMALL_KERNEL(right_many_kinds_of_memory);
SMALL_KERNEL(right_shared_element_in_turns);
SMALL_KERNEL(right_sum_of_floats);
SMALL_KERNEL(right_two_words_at_once);

// wrong_kernels.cu
SMALL_KERNEL(wrong_read_past_end);
SMALL_KERNEL(wrong_read_before_start);
SMALL_KERNEL(wrong_write_past_end);
SMALL_KERNEL(wrong_last_thread_writes_wide);
SMALL_KERNEL(wrong_far_index);
SMALL_KERNEL(wrong_null_pointer);
SMALL_KERNEL(wrong_wild_pointer);
SMALL_KERNEL(wrong_write_to_input);
SMALL_KERNEL(wrong_sum_in_output);
SMALL_KERNEL(wrong_atomic_on_nothing);
SMALL_KERNEL(wrong_two_threads_one_element);
SMALL_KERNEL(wrong_neighbours_one_element);
SMALL_KERNEL(wrong_plain_beside_atomic);
SMALL_KERNEL(wrong_forgets_every_third);
SMALL_KERNEL(wrong_endless_loop);
SMALL_KERNEL(wrong_guard_before_shuffle);
SMALL_KERNEL(wrong_whole_warp_expected);
SMALL_KERNEL(wrong_masks_disagree);
SMALL_KERNEL(wrong_other_place);
SMALL_KERNEL(wrong_caller_not_named);
SMALL_KERNEL(wrong_shuffle_from_unnamed_lane);
SMALL_KERNEL(wrong_barrier_not_reached);
SMALL_KERNEL(wrong_two_barriers);

#undef SMALL_KERNEL
