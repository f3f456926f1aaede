#pragma once

#include "rowsort/grade/grade.h"

namespace rowsort {

/// 20 pairs, half of them of ratio 1.25 and half of 1.2, and some of what is timed beside them.
inline Timing sample_timing() {
  Timing timing;
  for (int i = 0; i < 20; ++i) {
    timing.samples.pairs.push_back({{i % 2 == 0 ? 100.0f : 96.0f, 1980}, {80, 1980}});
  }
  timing.samples.before.assign(5, {100, 1980});
  timing.samples.references = {{kFloorSeries, {25, 25, 26}},
                               {kUnpermuteSeries, {6, 6, 7}},
                               {kCusparseUnsortedSeries, {36}},
                               {kCusparseSubmittedSeries, {34}}};
  timing.samples.cusparse = "12.6.3";
  timing.samples.cusparse_timed = true;
  timing.samples.copy_bytes_per_microsecond = 4e6;
  timing.measurement = evaluate(timing.samples.pairs, timing.samples.before, 0, timing.rule);
  timing.not_modelled_because = "the matrix is too small";
  return timing;
}

/// A grade of the sorted skewed matrix on a GPU, all gate checks passed, nothing answered.
inline Grade sample_grade() {
  Grade grade;
  grade.submission = "sample";
  grade.matrix = {
      "skewed", 524'288, 524'288, 8'388'608, {3, 419, 16.0, {{3, 3, 507'904}, {419, 419, 16'384}}}};
  grade.seed = 37;
  grade.rows_compared = 524'288;
  grade.block_size = 64;
  grade.lane_slots = {219'676'672, 8'388'608, 8'388'608, std::nullopt};
  grade.ratio = {219'676'672.0 / 8'388'608.0, 1.225, std::nullopt, ""};
  grade.timing = sample_timing();
  grade.host = {0.005, 0.045};
  grade.device = DeviceInfo{DeviceKind::kCuda, "NVIDIA H200", 90, 132, 1, 1, 13000, 13000};
  grade.answers = Answers{};
  for (const char* id :
       {"builds", "answers", "order", "rebuilt_csr", "small_matrices", "all_rows", "memory"}) {
    grade.checks.push_back({id, CheckStatus::kPass, 1, 1, "well"});
  }
  return grade;
}

}  // namespace rowsort
