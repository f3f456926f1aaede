#pragma once

#include "rowsort/grade/exercise.h"
#include "rowsort/grade/grade.h"

#include "check_list.h"

/// The checks after the gate: what the order is worth, and what the student said of it.
namespace rowsort {

void check_lane_slots(const Exercise& exercise, const Grade& grade, CheckList& checks);
void check_prediction(const Exercise& exercise, const Grade& grade, CheckList& checks);
void check_claim(const Exercise& exercise, const Grade& grade, CheckList& checks);
void check_sentence(const Grade& grade, CheckList& checks);

}  // namespace rowsort
