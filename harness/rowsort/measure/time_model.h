#pragma once

#include "rowsort/matrix/csr_view.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

/// Predicts how long a kernel with one thread per row takes, from what can be counted: the steps of
/// each warp, the 32-byte sectors that they touch, and which warps share a multiprocessor.
///
/// The model. A warp is a chain of n steps (the length of its longest row). Each step waits for the
/// loads of the one before. Together the steps touch s sectors of col_idx, val and x. Alone on a
/// multiprocessor the warp takes
///
///     chain(w) = a n + b s.
///
/// Warps that share a multiprocessor all run at 1 / slowdown of that speed, where
///
///     slowdown = f(warps on it) g(sectors that they all touch in one step).
///
/// f is the price of many warps. g is the price of many sectors, which also push each other out of
/// L1. Blocks start in their order, each on the multiprocessor with the most room (the first of
/// equals), and as soon as a block has ended there. A multiprocessor starts one block after the
/// other, which takes kWarpStart for each warp. The warps of a multiprocessor are followed from one
/// warp's end to the next. The time of an empty launch is added, and no run is faster than the
/// floor.
///
/// a, b, f and g come from launches that are timed in the same run on the same GPU: W warps on each
/// of some multiprocessors, W = 1, 2, 4, ..., with one long row in each warp (a, b and f), and with
/// 32 (a, b and g). f and g are linear between those launches and continue their last piece.
///
/// The hardware does not say in which order blocks end. The tail of an order with its long rows at
/// the end depends on it: each such block goes where one has just ended, so several may meet on one
/// multiprocessor. The longer a block takes to start, the fewer meet. So a chain of n steps is made
/// up to kStepSpread / sqrt(n) longer or shorter at random, and the median of kDraws predictions is
/// given. kStepSpread and kWarpStart are not measured in the run. They were chosen to match how
/// often how many such blocks met on an H200 (README.md), and change the prediction of other
/// orders by 3% at most.
///
/// The model leaves out memory bandwidth, except for the floor, and hits on what other warps have
/// brought into a cache.
namespace rowsort {

/// The work of one warp.
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

/// What is timed on a GPU for the model. Empty where the matrix is too small.
struct TimeCalibration {
  double launch_microseconds = 0;          ///< of a launch that does almost nothing
  std::vector<CalibrationPoint> one_row;   ///< warps of one long row, by rising warps
  std::vector<CalibrationPoint> all_rows;  ///< warps of 32 long rows, by rising warps
  int unsorted_blocks = 0;                 ///< blocks of the baseline that fit on a multiprocessor
  int submitted_blocks = 0;                ///< of the submission

  bool complete() const { return one_row.size() >= 2 && all_rows.size() >= 2; }
};

/// A function that is linear between its points, which have rising x. After the last point it
/// continues the last piece; before the first point it is constant.
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

/// The constants that reproduce the calibration. Nothing when it is not complete(), or when a chain
/// would have no length.
std::optional<TimeConstants> fit_time_constants(const TimeCalibration& calibration);

/// Where a kernel runs.
struct LaunchPlace {
  std::size_t warps_per_block = 0;
  std::size_t multiprocessors = 0;
  std::size_t blocks_per_multiprocessor = 0;  ///< that fit at a time
};

/// The time that the model predicts for warps with this work, in this order. At least `floor`. Both
/// in microseconds. O(warps log warps).
double predict_time(std::span<const WarpWork> warps, const LaunchPlace& place,
                    const TimeConstants& constants, double floor);

}  // namespace rowsort
