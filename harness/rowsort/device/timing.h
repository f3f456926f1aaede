#pragma once

#include "rowsort/measure/measurement.h"
#include "rowsort/measure/time_model.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernel_memory.h"

/// What a device is asked to time, and what it answers.
namespace rowsort {

/// Block size of the harness's own kernels, as in the lesson.
inline constexpr int kBaselineBlockSize = 256;

/// Each pair i of runs has its own inputs, from s = run_seed(seed, i). x is exact_vector(cols, s).
/// The values of stored row r are those in the memory times exact_row_signs(rows, s)[r], both in
/// the baseline's matrix and in the submission's. The lowest bit of s says which kernel goes first.
/// So nothing that a kernel keeps from an earlier run is of use to it.
struct TimingRequest {
  KernelMemory unsorted;
  KernelMemory submitted;
  std::span<const int> order;  ///< position -> original row, for the unpermute kernel
  int block_size = 0;          ///< of the submission's kernel
  std::uint64_t seed = 0;
  StoppingCriterion criterion;
  std::span<float> results;  ///< max_pairs * rows: receives y of each timed run of the submission
};

/// A launch shape of the floor's kernel.
struct FloorShape {
  int loads = 0;  ///< vectors of col_idx, and as many of val, in flight in each thread
  int block_size = 0;
  unsigned blocks = 0;

  bool operator==(const FloorShape&) const = default;
};

struct TimingSamples {
  std::vector<TimedRun> before;  ///< the baseline, before the submission's first launch
  std::vector<TimedPair> pairs;
  std::vector<TimedSeries> references;    ///< by the names below
  FloorShape floor_shape;                 ///< the fastest of those tried
  double copy_bytes_per_microsecond = 0;  ///< read and written, of a large copy on the device
  std::string cusparse;                   ///< its version, or why it was not timed
  bool cusparse_timed = false;
  TimeCalibration calibration;   ///< for the time model
  double pairs_seconds = 0;      ///< that the pairs took, inputs and verification copies included
  double reference_seconds = 0;  ///< that the references and the calibration took
  std::size_t other_processes = 0;   ///< that use the same GPU
  std::string other_processes_note;  ///< which, or why they are unknown; empty for none
};

/// Names of the reference series.
inline constexpr const char* kFloorSeries = "floor";
inline constexpr const char* kHarnessUnsortedSeries = "harness_unsorted";
inline constexpr const char* kHarnessSubmittedSeries = "harness_submitted";
inline constexpr const char* kWarpPerRowUnsortedSeries = "warp_per_row_unsorted";
inline constexpr const char* kWarpPerRowSubmittedSeries = "warp_per_row_submitted";
inline constexpr const char* kCusparseUnsortedSeries = "cusparse_unsorted";
inline constexpr const char* kCusparseSubmittedSeries = "cusparse_submitted";
inline constexpr const char* kUnpermuteSeries = "unpermute";

/// The runs of the series with this name, or null.
inline const std::vector<float>* find_series(const TimingSamples& samples, std::string_view name) {
  for (const TimedSeries& series : samples.references) {
    if (series.name == name) return &series.microseconds;
  }
  return nullptr;
}

/// Bytes that any y = A x in CSR must move: row_ptr, col_idx, val and x read once, y written once.
inline std::size_t spmv_bytes(std::size_t rows, std::size_t cols, std::size_t nnz) {
  return sizeof(float) * (rows + 1 + 2 * nnz + cols + rows);
}

}  // namespace rowsort
