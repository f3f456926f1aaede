#pragma once

#include <string>
#include <vector>

#include "export/grade_document.h"

/// A grade in words, the same ones for every system.
namespace rowsort {

/// "pass: 9 of 9 points", "fail: 2 of 9 points", "not graded, and no points are lost".
std::string headline(const GradeDocument& grade);

/// The error's message where there is one, then one line for each number that is there: lane-slots,
/// ratio, device.
std::vector<std::string> facts(const GradeDocument& grade);

/// facts(), a line feed behind each, and what the compilers said where they refused.
std::string facts_text(const GradeDocument& grade);

/// "pass", "fail", "not run"; "to do" for what costs points and fails nothing.
std::string outcome(const GradeDocument& grade, const DocumentCheck& check);

/// Whether a check says something of this submission. One that was skipped and is worth nothing in
/// this run does not apply.
bool applies(const DocumentCheck& check);

}  // namespace rowsort
