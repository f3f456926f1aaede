#pragma once

#include "rowsort/grade/grade.h"

#include "text_page.h"

/// The parts of a report about a timed kernel. Each prints nothing if there is nothing to say.
namespace rowsort {

/// "20,627,456 unsorted, 819,200 in your order", and a note.
void put_counts(const char* label, std::uint64_t unsorted, std::uint64_t submitted, TextPage& page,
                const std::string& note = {});

/// The GPU's counters beside those of the CPU device.
void put_gpu_counters(const Grade& grade, TextPage& page);

/// The measured ratio, the time model's, and the ratio of the order alone. Needs `grade.timing`.
void put_measured_ratio(const Grade& grade, TextPage& page);

/// Reference timings: other kernels, the floor, sorting, and putting y back.
void put_reference_timings(const Grade& grade, TextPage& page);

}  // namespace rowsort
