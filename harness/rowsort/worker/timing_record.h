#pragma once

#include "rowsort/device/timing.h"
#include "rowsort/measure/time_model.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace rowsort {

inline constexpr std::size_t kMaxSeries = 16;
inline constexpr std::size_t kMaxSeriesRuns = 16;
inline constexpr std::size_t kMaxCalibrationPoints = 16;

struct SeriesRecord {
  std::array<char, 32> name;
  std::uint64_t runs;
  std::array<float, kMaxSeriesRuns> microseconds;
};

/// TimingSamples as plain data, but for the pairs, which stand behind it in a job (job.h). What
/// does not fit is left out.
struct TimingRecord {
  std::uint64_t pairs;
  std::uint64_t before_runs;
  std::array<TimedRun, kMaxSeriesRuns> before;
  std::uint64_t series_count;
  std::array<SeriesRecord, kMaxSeries> series;
  FloorShape floor_shape;
  double copy_bytes_per_microsecond;
  bool cusparse_timed;
  std::array<char, 512> cusparse;
  double launch_microseconds;
  std::uint64_t one_row_points;
  std::uint64_t all_rows_points;
  std::array<CalibrationPoint, kMaxCalibrationPoints> one_row;
  std::array<CalibrationPoint, kMaxCalibrationPoints> all_rows;
  std::int32_t unsorted_blocks;
  std::int32_t submitted_blocks;
  double pairs_seconds;
  double reference_seconds;
  std::uint64_t other_processes;
  std::array<char, 1024> other_processes_note;
};

TimingRecord to_record(const TimingSamples& samples);

/// All but the pairs. Throws std::out_of_range for counts that the record has no room for.
TimingSamples from_record(const TimingRecord& record);

}  // namespace rowsort
