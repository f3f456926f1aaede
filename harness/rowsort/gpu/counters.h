#pragma once

#include "rowsort/device/hardware_counters.h"

#include <functional>

namespace rowsort {

/// Counts what one launch does in the current context, with CUPTI's range profiler (libcupti.so of
/// CUDA 12.6 and later, loaded when this is called). `launch` starts the kernel and waits for it.
/// It is called once for each pass that the counters take. Throws CountersUnavailable, and what
/// `launch` throws.
HardwareCounters read_counters(const std::function<void()>& launch);

}  // namespace rowsort
