#pragma once

#include "rowsort/device/device.h"

#include <span>
#include <string>

#include "study.h"

/// The lesson's tables, as text. Each begins with an empty line and its title.
namespace rowsort::lesson {

/// Rows, columns, nonzeros and row lengths of each matrix, then a histogram of each.
std::string matrices_table(std::span<const MatrixStudy> studies);

/// Bytes of each matrix in each format and as a dense array; padding share and chunk occupancy.
std::string memory_table(std::span<const MatrixStudy> studies);

/// Bytes of each format for a matrix of 524,288 rows of 16 nonzeros, and for the same matrix with
/// one row that has every column; then the message with which ELL is refused.
std::string giant_row_table(std::uint64_t format_limit);

/// Lane-slots of each method, and the share of them that is useful.
std::string lane_slots_table(std::span<const MatrixStudy> studies);

/// Whether each method's result is right. With counts: requests and sectors. With times:
/// microseconds, GFLOP/s, GB/s and the time as a multiple of the floor.
std::string results_table(std::span<const MatrixStudy> studies);

/// For each matrix with times: the fastest method, with the floor and the best of cuSPARSE.
std::string verdicts(std::span<const MatrixStudy> studies);

/// The device, in one line.
std::string device_line(const DeviceInfo& device);

}  // namespace rowsort::lesson
