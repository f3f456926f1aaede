#pragma once

#include "rowsort/matrix/csr_view.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

/// Predicts how long one thread per row takes from what can be counted: the steps of each warp, the
/// 32-byte sectors that they touch, and which warps share a multiprocessor.
///
/// The model. A warp of the kernel is a chain of n steps (the longest of its rows), each of which
/// waits for the loads of the one before; together they touch s sectors of col_idx, val and x.
///
///   alone on a multiprocessor it takes     chain(w)   = a n + b s
///   of the multiprocessor it needs         service(w) = c n + d s
///
/// Warps that share a multiprocessor each advance at 1 / slowdown of their own speed, where
///
///   load     = sum of service(w) / chain(w) over the warps that are on it
///   slowdown = (1 + load^p)^(1/p):  1 while there is room, load when there is none
///
/// Blocks start in their sequence, each on the multiprocessor that has the fewest blocks (the first
/// of equals), as many as fit; each later one where the first block ends. A multiprocessor's warps are
/// followed from end to end of a warp (processor sharing), so a run ends when its last warp does. Added
/// is the time of a launch that does nothing; and no run is faster than the floor.
///
/// a, b, c, d and p are fitted to launches that are timed in the same run on the same GPU: W warps on
/// each of some multiprocessors, W = 1, 2, 4, ..., once with 32 long rows in each warp and once with
/// one. What it leaves out: misses of L1 (many long rows on one multiprocessor evict each other's
/// sectors), the time a block takes to start, and how the hardware places the blocks of the tail,
/// which is not documented.
namespace rowsort {

/// What one warp has to do.
struct WarpWork {
  double steps = 0;
  double sectors = 0;

  bool operator==(const WarpWork&) const = default;
};

/// The work of each warp of 32 consecutive stored rows, one thread per row. O(nnz).
std::vector<WarpWork> warp_work(const CsrView& matrix);

/// One timed launch: `warps` equal warps on each multiprocessor that it uses.
struct CalibrationPoint {
  WarpWork work;
  unsigned warps = 0;
  double microseconds = 0;
};

/// What is timed on a GPU for the model; empty where the matrix is too small for it.
struct TimeCalibration {
  double launch_microseconds = 0;  ///< of a launch that does next to nothing
  std::vector<CalibrationPoint> one_row;   ///< warps of one long row, by rising warps
  std::vector<CalibrationPoint> all_rows;  ///< warps of 32 long rows, by rising warps
  int unsorted_blocks = 0;   ///< blocks of the baseline that fit on a multiprocessor
  int submitted_blocks = 0;  ///< of the submission

  bool complete() const { return one_row.size() >= 2 && all_rows.size() >= 2; }
};

/// The constants above; times in microseconds.
struct TimeConstants {
  double launch = 0;
  double step_chain = 0;      ///< a
  double sector_chain = 0;    ///< b
  double step_service = 0;    ///< c
  double sector_service = 0;  ///< d
  double sharpness = 0;       ///< p
  double fit_error = 0;  ///< root mean square of log(fitted / timed) over the calibration's points
};

/// Fits the constants: a and b to the launches with one warp, c and d to those with most warps, p
/// to all. Nothing when the calibration is not complete() or makes no sense (a chain of no length).
std::optional<TimeConstants> fit_time_constants(const TimeCalibration& calibration);

/// Where a kernel runs.
struct LaunchPlace {
  std::size_t warps_per_block = 0;
  std::size_t multiprocessors = 0;
  std::size_t blocks_per_multiprocessor = 0;  ///< that fit at a time
};

/// Microseconds that the model predicts for warps with this work, in their sequence. At least
/// `floor`, microseconds. O(warps log warps).
double predict_time(std::span<const WarpWork> warps, const LaunchPlace& place,
                    const TimeConstants& constants, double floor);

}  // namespace rowsort
