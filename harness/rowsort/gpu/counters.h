#pragma once

#include "rowsort/device/hardware_counters.h"

#include <functional>

namespace rowsort {

/// Counts what one launch does, in the current context, by CUPTI's range profiler. `launch` starts
/// the kernel, waits for it and is called once for each pass that the counters take. Throws
/// CountersUnavailable and what `launch` throws.
///
/// The library (libcupti.so, part of the CUDA Toolkit since 12.6) is loaded for it.
HardwareCounters read_counters(const std::function<void()>& launch);

}  // namespace rowsort
