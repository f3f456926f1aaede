#pragma once

#include <string>
#include <utility>

#include "report/class_grades.h"

/// Rows of a planted class.
namespace rowsort {

inline ClassRow planted_row(std::string id, Outcome outcome = Outcome::kPass) {
  ClassRow row;
  row.record.id = std::move(id);
  row.outcome = outcome;
  if (outcome != Outcome::kPass && outcome != Outcome::kFail) return row;
  row.grade.emplace();
  row.grade->device = DeviceInfo{DeviceKind::kCuda, "NVIDIA H200"};
  row.grade->answers = Answers{};
  row.grade->status = outcome == Outcome::kPass ? GradeStatus::kPass : GradeStatus::kFail;
  row.grade->score = 10;
  row.grade->max_score = 10;
  row.grade->lane_slots.minimum = 1000;
  row.grade->lane_slots.submitted = 1000;
  return row;
}

inline CalibrationRun planted_run(const std::string& graded_at, double ratio, double unsorted = 113,
                                  const std::string& device = "NVIDIA H200") {
  CalibrationRun run;
  run.graded_at = graded_at;
  run.grade = planted_row("reference").grade;
  run.grade->device->name = device;
  run.grade->ratio.measured = ratio;
  run.grade->timing.emplace();
  run.grade->timing->samples.pairs = {
      {{static_cast<float>(unsorted), 0}, {static_cast<float>(unsorted / ratio), 0}}};
  return run;
}

}  // namespace rowsort
