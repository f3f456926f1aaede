#pragma once

#include "rowsort/device/device.h"

#include <span>
#include <string>

#include "study.h"

/// The lesson's tables, as text. Each begins with an empty line and its title.
namespace rowsort::lesson {

/// Nonzeros, rows, shortest, longest and mean row of each matrix, then a histogram of each.
std::string matrices_table(std::span<const MatrixStudy> studies);

/// Bytes of each matrix in each format and as a dense array; padding share and chunk occupancy.
std::string memory_table(std::span<const MatrixStudy> studies);

/// Lane-slots of each method and the share of them with a nonzero to do.
std::string lane_slots_table(std::span<const MatrixStudy> studies);

/// What running each method has shown. With times: microseconds, GFLOP/s, GB/s, times the floor;
/// with counts: requests and sectors.
std::string results_table(std::span<const MatrixStudy> studies);

/// For each matrix with times: the fastest method, beside the floor and the best of cuSPARSE.
std::string verdicts(std::span<const MatrixStudy> studies);

/// The device, in one line.
std::string device_line(const DeviceInfo& device);

}  // namespace rowsort::lesson
