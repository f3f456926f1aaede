#pragma once

#include "rowsort/grade/grade.h"

#include "check_list.h"
#include "test_case.h"

/// The checks after the gate: what the order is worth, and what the student said of it.
namespace rowsort {

void check_lane_slots(const TestCase& test_case, const Grade& grade, CheckList& checks);
void check_prediction(const TestCase& test_case, const Grade& grade, CheckList& checks);
void check_claim(const TestCase& test_case, const Grade& grade, CheckList& checks);
void check_sentence(const Grade& grade, CheckList& checks);

}  // namespace rowsort
