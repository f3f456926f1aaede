#pragma once

#include "job.h"

namespace rowsort {

/// From now on a crash of this process (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS) leaves
/// its signal in `header`, and in the message the line of the submission it was on where debug
/// information tells; then the signal takes its usual course. Works after a stack overflow too.
/// `header` must stay where it is until the next call.
void report_crashes_in(JobHeader& header);

}  // namespace rowsort
