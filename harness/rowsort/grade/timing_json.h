#pragma once

#include "grade.h"
#include <nlohmann/json_fwd.hpp>

namespace rowsort {

/// The objects `timing` and `counters` of a grade. `timing` is null when the kernel was not timed.
nlohmann::ordered_json timing_json(const Grade& grade);
nlohmann::ordered_json counters_json(const Grade& grade);

}  // namespace rowsort
