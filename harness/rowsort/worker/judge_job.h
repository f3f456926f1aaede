#pragma once

#include "rowsort/device/device.h"
#include "rowsort/device/hardware_counters.h"
#include "rowsort/device/timing.h"

#include <cstddef>
#include <cstdint>
#include <span>

#include "job.h"

/// What the harness and a judge tell each other apart from job.h. The answer is DeviceInfo to
/// kProbe, TimingSamples to kTime and HardwareCounters to kCount.
namespace rowsort {

/// Most timed pairs that can be asked for.
inline constexpr std::size_t kMaxTimedPairs = 1000;

/// Most runs and points of one kind in an answer, apart from the pairs.
inline constexpr std::size_t kMaxSeries = 16;
inline constexpr std::size_t kMaxSeriesRuns = 16;
inline constexpr std::size_t kMaxCalibrationPoints = 16;
inline constexpr std::size_t kMaxNoteBytes = 1024;

/// The input of kTime, a view: what to time apart from the original matrix, and room for the
/// results.
class TimingInput {
 public:
  struct Terms {
    std::uint64_t seed = 0;
    StoppingCriterion rule;
  };

  /// That it takes for a matrix of this shape.
  static std::size_t bytes(const KernelLayout& matrix, std::size_t max_pairs) {
    return next_part(results_begin(matrix) + max_pairs * matrix.rows * sizeof(float));
  }

  TimingInput(std::span<std::byte> input, const KernelLayout& matrix)
      : input_(input), matrix_(matrix) {}

  /// Filled in first: the rest depends on it.
  Terms& terms() const { return *at<Terms>(0); }
  /// The matrix in the submitted order.
  KernelMemory submitted() const { return {input_.subspan(kSubmittedBegin), matrix_}; }
  /// That order.
  std::span<int> order() const { return {at<int>(order_begin(matrix_)), matrix_.rows}; }
  /// y of each timed run of the submission.
  std::span<float> results() const {
    return {at<float>(results_begin(matrix_)), terms().rule.max_pairs * matrix_.rows};
  }

 private:
  static constexpr std::size_t kSubmittedBegin = next_part(sizeof(Terms));

  static std::size_t order_begin(const KernelLayout& matrix) {
    return next_part(kSubmittedBegin + matrix.bytes);
  }
  static std::size_t results_begin(const KernelLayout& matrix) {
    return next_part(order_begin(matrix) + matrix.rows * sizeof(int));
  }
  template <typename T>
  T* at(std::size_t offset) const {
    return reinterpret_cast<T*>(input_.data() + offset);
  }

  std::span<std::byte> input_;
  KernelLayout matrix_;
};

template <typename Wire>
void fields(Wire& wire, DeviceInfo& info) {
  wire.enumerator(info.kind, DeviceKind::kCuda);
  wire.array(info.name, kMaxNameBytes);
  wire.number(info.compute_capability);
  wire.number(info.multiprocessors);
  wire.number(info.memory_bytes);
  wire.number(info.l2_bytes);
  wire.number(info.driver_version);
  wire.number(info.runtime_version);
}

template <typename Wire>
void fields(Wire& wire, TimedSeries& series) {
  wire.array(series.name, kMaxNameBytes);
  wire.array(series.microseconds, kMaxSeriesRuns);
}

template <typename Wire>
void fields(Wire& wire, TimeCalibration& calibration) {
  wire.number(calibration.launch_microseconds);
  wire.array(calibration.one_row, kMaxCalibrationPoints);
  wire.array(calibration.all_rows, kMaxCalibrationPoints);
  wire.number(calibration.unsorted_blocks);
  wire.number(calibration.submitted_blocks);
}

template <typename Wire>
void fields(Wire& wire, TimingSamples& samples) {
  wire.array(samples.before, kMaxSeriesRuns);
  wire.array(samples.pairs, kMaxTimedPairs);
  wire.list(samples.references, kMaxSeries);
  wire.number(samples.floor_shape.loads);
  wire.number(samples.floor_shape.block_size);
  wire.number(samples.floor_shape.blocks);
  wire.number(samples.copy_bytes_per_microsecond);
  wire.array(samples.cusparse, kMaxNoteBytes);
  wire.flag(samples.cusparse_timed);
  fields(wire, samples.calibration);
  wire.number(samples.pairs_seconds);
  wire.number(samples.reference_seconds);
  wire.number(samples.other_processes);
  wire.array(samples.other_processes_note, kMaxNoteBytes);
}

template <typename Wire>
void fields(Wire& wire, HardwareCounters& counters) {
  for (const CounterMetric& counter : kCounterMetrics) wire.number(counters.*counter.count);
}

}  // namespace rowsort
