#pragma once

#include "rowsort/checks/rows.h"
#include "rowsort/grade/grade.h"

#include <cstddef>
#include <span>
#include <vector>

#include "test_case.h"

/// What the timed runs of a kernel come to.
namespace rowsort {

Timing judge_timing(TimingSamples samples, const StoppingCriterion& rule);

/// Compares every row of one timed run, which had inputs of its own (TimingRequest, with its
/// `seed`). `results` has y of all runs, one after the other; that of this run has its rows' signs
/// taken off.
RowComparison compare_timed_run(const TestCase& test_case, std::span<const int> order,
                                std::vector<float>& results, std::uint64_t seed, std::size_t run);

/// Enters what the time model predicts for both matrices, and the ratio, or why it predicts
/// nothing.
void model_times(const CsrView& unsorted, const CsrView& submitted, int block_size,
                 const DeviceInfo& device, Grade& grade);

}  // namespace rowsort
