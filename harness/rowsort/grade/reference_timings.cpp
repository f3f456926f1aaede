#include "reference_timings.h"

#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/measure/measurement.h"
#include "rowsort/text.h"

namespace rowsort {

std::optional<double> median_of(const TimingSamples& samples, std::string_view series) {
  const std::vector<float>* times = find_series(samples, series);
  if (times == nullptr || times->empty()) return std::nullopt;
  return median({times->begin(), times->end()});
}

std::optional<double> median_time(const Grade& grade, TimedRun TimedPair::*side) {
  if (!grade.timing || grade.timing->samples.pairs.empty()) return std::nullopt;
  const double time = median(times_of(grade.timing->samples.pairs, side));
  // A float's decimals beyond its precision are noise.
  return std::stod(shortest(static_cast<float>(time)));
}

std::optional<Interval> measured_interval(const Grade& grade) {
  if (!grade.ratio.measured || !grade.timing) return std::nullopt;
  return grade.timing->measurement.interval;
}

std::optional<bool> is_conclusive(const Grade& grade) {
  if (!grade.ratio.measured || !grade.timing) return std::nullopt;
  return grade.timing->measurement.conclusive();
}

std::string device_name(const Grade& grade) {
  return grade.device ? grade.device->name : "";
}

bool is_bimodal(const Grade& grade) {
  return grade.timing &&
         (grade.timing->measurement.unsorted_modes || grade.timing->measurement.submitted_modes);
}

double floor_share_of_copy(const Grade& grade) {
  const TimingSamples& samples = grade.timing->samples;
  const auto time = median_of(samples, kFloorSeries);
  if (!time || samples.copy_bytes_per_microsecond <= 0) return 0;
  const auto bytes =
      static_cast<double>(spmv_bytes(grade.matrix.rows, grade.matrix.cols, grade.matrix.nonzeros));
  return bytes / *time / samples.copy_bytes_per_microsecond;
}

BreakEven break_even_of(const Grade& grade) {
  const HostTimes& host = grade.host;
  if (!grade.timing || grade.timing->samples.pairs.empty()) return {};
  if (!host.sort_seconds || !host.rebuild_seconds) return {};
  const std::vector<TimedPair>& pairs = grade.timing->samples.pairs;
  const double seconds = *host.sort_seconds + *host.rebuild_seconds;
  const double unsorted = median(times_of(pairs, &TimedPair::unsorted));
  const double submitted = median(times_of(pairs, &TimedPair::submitted));
  BreakEven break_even;
  break_even.in_order = multiplies_to_break_even(seconds, unsorted, submitted);
  if (const auto unpermute = median_of(grade.timing->samples, kUnpermuteSeries)) {
    break_even.with_unpermute = multiplies_to_break_even(seconds, unsorted, submitted + *unpermute);
  }
  return break_even;
}

std::optional<std::uint64_t> lane_slots_on_gpu(const std::optional<HardwareCounters>& counters,
                                               std::size_t rows) {
  if (!counters) return std::nullopt;
  const std::uint64_t offsets = 2 * ((rows + kWarpSize - 1) / kWarpSize);
  if (counters->load_requests < offsets) return std::nullopt;
  const std::uint64_t requests = counters->load_requests - offsets;
  if (requests % 3 != 0) return std::nullopt;
  return requests / 3 * kWarpSize;
}

}  // namespace rowsort
