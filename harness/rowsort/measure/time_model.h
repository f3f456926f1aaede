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
/// Alone on a multiprocessor it takes
///
///     chain(w) = a n + b s.
///
/// Warps that share a multiprocessor all advance at 1 / slowdown of that speed,
///
///     slowdown = f(warps on it) g(sectors that they touch in one step, all together):
///
/// f is the price of many warps, g that of many sectors, in which they also drive each other's out
/// of L1. Blocks start in their sequence, each on the multiprocessor that has most room, the first
/// of equals, and as soon as one has ended there. A multiprocessor starts one block after the
/// other, kWarpStart for each of its warps. Its warps are followed from end to end of a warp. Added
/// is the time of a launch that does nothing; and no run is faster than the floor.
///
/// a, b, f and g come from launches that are timed in the same run on the same GPU: W warps on each
/// of some multiprocessors, W = 1, 2, 4, ..., with one long row in each warp (a, b and f), and with
/// 32 (a, b and g). f and g are linear between those launches and go on like their last piece.
///
/// In which sequence blocks end, the hardware does not say, and the tail of an order that leaves
/// its long rows to the end depends on it: each such block goes where one has just ended, so that
/// several may meet on one multiprocessor, the fewer the longer a block takes to start. So a chain
/// of n steps is up to kStepSpread / sqrt(n) longer or shorter than usual, and the median of kDraws
/// predictions is given. kStepSpread and kWarpStart are not measured in the run: they were chosen
/// by how often how many such blocks met on an H200 (harness/README.md), and move the prediction of
/// other orders by 3% at most. What the model leaves out is memory bandwidth but for the floor, and
/// what warps find in caches of what others have read.
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
  double launch_microseconds = 0;          ///< of a launch that does next to nothing
  std::vector<CalibrationPoint> one_row;   ///< warps of one long row, by rising warps
  std::vector<CalibrationPoint> all_rows;  ///< warps of 32 long rows, by rising warps
  int unsorted_blocks = 0;                 ///< blocks of the baseline that fit on a multiprocessor
  int submitted_blocks = 0;                ///< of the submission

  bool complete() const { return one_row.size() >= 2 && all_rows.size() >= 2; }
};

/// A function that is linear between its points, which have rising x, and goes on like its last
/// piece; below its first point it stays what it is there.
class Curve {
 public:
  struct Point {
    double x = 0;
    double y = 0;
  };

  Curve() = default;
  explicit Curve(std::vector<Point> points) : points_(std::move(points)) {}
  double operator()(double x) const;
  const std::vector<Point>& points() const { return points_; }

 private:
  std::vector<Point> points_;
};

/// The constants above; times in microseconds.
struct TimeConstants {
  double launch = 0;
  double step_chain = 0;    ///< a
  double sector_chain = 0;  ///< b
  Curve warp_slowdown;      ///< f, of warps
  Curve sector_slowdown;    ///< g, of sectors in a step
};

inline constexpr double kStepSpread = 0.4;
inline constexpr double kWarpStart = 0.008;  ///< microseconds
inline constexpr int kDraws = 15;

/// The constants that reproduce the calibration. Nothing when it is not complete() or makes no
/// sense (a chain of no length).
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
