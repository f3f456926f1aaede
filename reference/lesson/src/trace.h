#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "method.h"

/// What kernels do to memory, counted and checked on the CPU device.
namespace rowsort::lesson {

struct Traffic {
  /// Executed: 32 * the requests for column indices * the elements in each load.
  std::uint64_t lane_slots = 0;
  std::uint64_t load_requests = 0;
  std::uint64_t load_sectors = 0;
  std::uint64_t store_sectors = 0;  ///< stores and atomics
};

struct PlanTrace {
  std::vector<float> y;  ///< by position
  Traffic traffic;
  std::size_t unwritten = 0;  ///< elements of y that no thread wrote
};

/// Runs the launches of a plan with every access examined. Throws SubmissionError, which names
/// block, warp, lane and line, for what a kernel does wrong; and std::invalid_argument for a
/// cuSPARSE product.
PlanTrace trace_plan(const Plan& plan, std::span<const float> x);

/// Traces COO without atomics (kernels/coo_racy.cu) on a small skewed matrix. The result is the
/// CPU device's message: which two threads write which element. Throws std::logic_error when it
/// finds no race.
std::string race_message();

}  // namespace rowsort::lesson
