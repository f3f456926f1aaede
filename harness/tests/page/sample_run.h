#pragma once

#include "rowsort/grade/grade.h"
#include "rowsort/matrix/lane_slots.h"
#include "rowsort/matrix/row_lengths.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <vector>

namespace rowsort::page {

/// A run on a matrix like the skewed one with this many warps, its rows sorted by falling length,
/// every row right.
inline GradedRun sample_run(std::size_t warps = 64) {
  GradedRun run;
  for (std::size_t row = 0; row < 32 * warps; ++row) {
    run.row_lengths.push_back(row % 32 == 31 ? 419 : 3);
  }
  run.order.resize(run.row_lengths.size());
  std::iota(run.order.begin(), run.order.end(), 0);
  std::stable_sort(run.order.begin(), run.order.end(), [&](int a, int b) {
    return run.row_lengths[static_cast<std::size_t>(a)] >
           run.row_lengths[static_cast<std::size_t>(b)];
  });
  Grade& grade = run.grade;
  grade.submission = "sample";
  grade.status = GradeStatus::kPass;
  grade.score = 9;
  grade.max_score = 10;
  const std::size_t rows = run.row_lengths.size();
  grade.matrix = {"skewed", rows, rows, 16 * rows, row_length_statistics(run.row_lengths)};
  grade.rows_compared = rows;
  grade.lane_slots.unsorted = lane_slots_thread_per_row(run.row_lengths);
  grade.lane_slots.submitted =
      lane_slots_thread_per_row(row_lengths_in_order(run.row_lengths, run.order));
  grade.lane_slots.minimum = *grade.lane_slots.submitted;
  grade.ratio.predicted = static_cast<double>(grade.lane_slots.unsorted) /
                          static_cast<double>(*grade.lane_slots.submitted);
  grade.ratio.not_measured_because = "the CPU device runs a kernel, it does not time one";
  grade.device = DeviceInfo{DeviceKind::kCpu, "a processor", 0, 4, 0, 0, 0, 0};
  grade.checks = {{"order", CheckStatus::kPass, 1, 1, "the order is a permutation"},
                  {"all_rows", CheckStatus::kPass, 1, 1, "all rows match the CPU"}};
  return run;
}

}  // namespace rowsort::page
