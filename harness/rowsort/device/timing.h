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

/// What is asked of a device that times a kernel, and what it answers.
namespace rowsort {

/// Block size of the harness's own kernels, the lesson's.
inline constexpr int kBaselineBlockSize = 256;

/// Each pair of runs has inputs of its own: x is exact_vector(cols, run_seed(seed, i)), and the
/// values of stored row r are those of the memory times exact_row_signs(rows, run_seed(seed,
/// i))[r], for the baseline's matrix and the submission's alike. The lowest bit of the seed says
/// which of the two kernels goes first. So nothing that a kernel keeps from an earlier run is of
/// use to it.
struct TimingRequest {
  KernelMemory unsorted;
  KernelMemory submitted;
  std::span<const int> order;  ///< position -> original row, for the un-permute kernel
  int block_size = 0;          ///< of the submission's kernel
  std::uint64_t seed = 0;
  StoppingCriterion rule;
  std::span<float> results;  ///< max_pairs * rows: gets y of each timed run of the submission
};

/// One launch shape of the floor's kernel.
struct FloorShape {
  int loads = 0;  ///< vectors of col_idx, and as many of val, that a thread has in flight
  int block_size = 0;
  unsigned blocks = 0;

  bool operator==(const FloorShape&) const = default;
};

struct TimingSamples {
  std::vector<TimedRun> before;  ///< the baseline, before the submission's first launch
  std::vector<TimedPair> pairs;
  std::vector<TimedSeries> references;    ///< by the names below
  FloorShape floor_shape;                 ///< the fastest of those that were tried
  double copy_bytes_per_microsecond = 0;  ///< read and written, of a large copy on the device
  std::string cusparse;                   ///< its version, or why there are no times of it
  bool cusparse_timed = false;
  TimeCalibration calibration;   ///< for the time model
  double pairs_seconds = 0;      ///< that the pairs took, inputs and verification copies included
  double reference_seconds = 0;  ///< that the series and the calibration took
  std::size_t other_processes = 0;   ///< that have the GPU too
  std::string other_processes_note;  ///< which, or why nobody knows; empty for none
};

/// Names of the series beside the pairs. "order" is the submitted order.
inline constexpr const char* kFloorSeries = "floor";
inline constexpr const char* kHarnessUnsortedSeries = "harness_unsorted";
inline constexpr const char* kHarnessSubmittedSeries = "harness_submitted";
inline constexpr const char* kWarpPerRowUnsortedSeries = "warp_per_row_unsorted";
inline constexpr const char* kWarpPerRowSubmittedSeries = "warp_per_row_submitted";
inline constexpr const char* kCusparseUnsortedSeries = "cusparse_unsorted";
inline constexpr const char* kCusparseSubmittedSeries = "cusparse_submitted";
inline constexpr const char* kUnpermuteSeries = "unpermute";

/// The runs of the series with this name, or null.
const std::vector<float>* find_series(const TimingSamples& samples, std::string_view name);

/// Bytes that any y = A x in CSR has to move: row_ptr, col_idx, val and x read once, y written
/// once.
std::size_t spmv_bytes(std::size_t rows, std::size_t cols, std::size_t nnz);

}  // namespace rowsort
