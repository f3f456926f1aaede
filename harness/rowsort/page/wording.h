#pragma once

#include "rowsort/grade/grade.h"

#include <string>

/// What the text report and the pages say in the same words.
namespace rowsort {

/// How a check is shown: "ok", "FAIL", "todo" or "-" (skipped). A check that does not decide the
/// pass never fails a submission: what it looks for is still to be done.
const char* check_mark(const CheckResult& check);

/// "score 9 of 10"; the grade has a score.
std::string score_text(const Grade& grade);

/// "1 of 1", or nothing for a check without points.
std::string points_text(const CheckResult& check);

/// "NVIDIA H200, 132 multiprocessors" or "CPU device on AMD EPYC, 2 cores".
std::string device_text(const DeviceInfo& device);

/// The first check with this status, or null.
const CheckResult* first_check(const Grade& grade, CheckStatus status);

}  // namespace rowsort
