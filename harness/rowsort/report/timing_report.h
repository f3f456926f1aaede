#pragma once

#include "rowsort/grade/grade.h"

#include "text_page.h"

/// What a report says of a timed kernel; nothing where there is nothing to say.
namespace rowsort {

/// The GPU's counters beside those of the CPU device.
void put_gpu_counters(const Grade& grade, TextPage& page);

/// The measured ratio, the model's, and that of the order alone. `grade.timing` is there.
void put_measured_ratio(const Grade& grade, TextPage& page);

/// What else was timed: other kernels, the floor, sorting and putting y back.
void put_reference_timings(const Grade& grade, TextPage& page);

}  // namespace rowsort
