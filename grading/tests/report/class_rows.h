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
  row.grade->device = "NVIDIA H200";
  row.grade->status = outcome == Outcome::kPass ? DocumentStatus::kPass : DocumentStatus::kFail;
  row.grade->score = 10;
  row.grade->max_score = 10;
  row.grade->minimum_lane_slots = 1000;
  row.grade->submitted_lane_slots = 1000;
  return row;
}

inline CalibrationRun planted_run(const std::string& graded_at, double ratio, double unsorted = 113,
                                  const std::string& device = "NVIDIA H200") {
  CalibrationRun run;
  run.graded_at = graded_at;
  run.grade = planted_row("reference").grade;
  run.grade->device = device;
  run.grade->measured_ratio = ratio;
  run.grade->unsorted_microseconds = unsorted;
  run.grade->submitted_microseconds = unsorted / ratio;
  return run;
}

}  // namespace rowsort
