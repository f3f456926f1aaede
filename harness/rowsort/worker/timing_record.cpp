#include "timing_record.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "job.h"

namespace rowsort {
namespace {

template <typename T, std::size_t kRoom>
std::uint64_t store(const std::vector<T>& values, std::array<T, kRoom>& field) {
  const std::size_t count = std::min(values.size(), kRoom);
  std::copy_n(values.begin(), count, field.begin());
  return count;
}

template <typename T, std::size_t kRoom>
std::vector<T> load(const std::array<T, kRoom>& field, std::uint64_t count) {
  if (count > kRoom) throw std::out_of_range("a timing has more runs than its record");
  return {field.begin(), field.begin() + static_cast<std::ptrdiff_t>(count)};
}

}  // namespace

TimingRecord to_record(const TimingSamples& samples) {
  TimingRecord record{};
  record.pairs = samples.pairs.size();
  record.before_runs = store(samples.before, record.before);
  record.series_count = std::min(samples.references.size(), kMaxSeries);
  for (std::size_t i = 0; i < record.series_count; ++i) {
    store_text(record.series[i].name, samples.references[i].name);
    record.series[i].runs =
        store(samples.references[i].microseconds, record.series[i].microseconds);
  }
  record.floor_shape = samples.floor_shape;
  record.copy_bytes_per_microsecond = samples.copy_bytes_per_microsecond;
  record.cusparse_timed = samples.cusparse_timed;
  store_text(record.cusparse, samples.cusparse);
  const TimeCalibration& calibration = samples.calibration;
  record.launch_microseconds = calibration.launch_microseconds;
  record.one_row_points = store(calibration.one_row, record.one_row);
  record.all_rows_points = store(calibration.all_rows, record.all_rows);
  record.unsorted_blocks = calibration.unsorted_blocks;
  record.submitted_blocks = calibration.submitted_blocks;
  record.pairs_seconds = samples.pairs_seconds;
  record.reference_seconds = samples.reference_seconds;
  record.other_processes = samples.other_processes;
  store_text(record.other_processes_note, samples.other_processes_note);
  return record;
}

TimingSamples from_record(const TimingRecord& record) {
  TimingSamples samples;
  samples.before = load(record.before, record.before_runs);
  for (const SeriesRecord& series : load(record.series, record.series_count)) {
    samples.references.push_back({load_text(series.name), load(series.microseconds, series.runs)});
  }
  samples.floor_shape = record.floor_shape;
  samples.copy_bytes_per_microsecond = record.copy_bytes_per_microsecond;
  samples.cusparse_timed = record.cusparse_timed;
  samples.cusparse = load_text(record.cusparse);
  samples.calibration = {record.launch_microseconds, load(record.one_row, record.one_row_points),
                         load(record.all_rows, record.all_rows_points), record.unsorted_blocks,
                         record.submitted_blocks};
  samples.pairs_seconds = record.pairs_seconds;
  samples.reference_seconds = record.reference_seconds;
  samples.other_processes = record.other_processes;
  samples.other_processes_note = load_text(record.other_processes_note);
  return samples;
}

}  // namespace rowsort
