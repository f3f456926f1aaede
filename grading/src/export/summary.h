#pragma once

#include "rowsort/grade/grade_json.h"

#include <string>
#include <vector>

/// A grade in words, the same ones for every system.
namespace rowsort {

/// "pass: 9 of 9 points", "fail: 2 of 9 points", "not graded, and no points are lost".
std::string headline(const Grade& grade);

/// The error's message, lane-slots, ratio and device: one line for each that the grade has.
std::vector<std::string> facts(const Grade& grade);

/// facts(), each with a line feed after it, and what the compilers printed where they failed.
std::string facts_text(const Grade& grade);

/// The checks that apply to this submission: all but those that were skipped and have no points in
/// this run.
std::vector<CheckResult> applying_checks(const Grade& grade);

}  // namespace rowsort
