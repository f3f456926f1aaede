#include "time_model.h"

#include "rowsort/matrix/exact_inputs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <queue>

#include "statistics.h"

namespace rowsort {
namespace {

constexpr std::size_t kFloatsPerSector = 8;
constexpr double kNever = std::numeric_limits<double>::infinity();

// The number of 32-byte sectors that hold the elements with these indices.
std::size_t count_sectors(std::span<std::size_t> elements) {
  for (std::size_t& element : elements) element /= kFloatsPerSector;
  if (!std::is_sorted(elements.begin(), elements.end())) {
    std::sort(elements.begin(), elements.end());
  }
  return static_cast<std::size_t>(std::unique(elements.begin(), elements.end()) - elements.begin());
}

WarpWork work_of(const CsrView& matrix, std::size_t first, std::size_t last) {
  WarpWork work;
  std::array<std::size_t, kWarpSize> entries{};
  std::array<std::size_t, kWarpSize> columns{};
  for (std::size_t step = 0;; ++step) {
    std::size_t active = 0;
    for (std::size_t row = first; row < last; ++row) {
      const std::size_t entry = matrix.row_begin(row) + step;
      if (entry >= matrix.row_end(row)) continue;
      entries[active] = entry;
      columns[active++] = static_cast<std::size_t>(matrix.col_idx[entry]);
    }
    if (active == 0) return work;
    work.steps += 1;
    // col_idx and val touch the same number of sectors.
    work.sectors += static_cast<double>(2 * count_sectors(std::span(entries).first(active)) +
                                        count_sectors(std::span(columns).first(active)));
  }
}

// Solves  x steps + y sectors = right  for both warps.
std::optional<std::array<double, 2>> solve(const WarpWork& first, double first_right,
                                           const WarpWork& second, double second_right) {
  const double determinant = first.steps * second.sectors - second.steps * first.sectors;
  if (determinant == 0) return std::nullopt;
  return std::array{(first_right * second.sectors - second_right * first.sectors) / determinant,
                    (first.steps * second_right - second.steps * first_right) / determinant};
}

double chain_of(const WarpWork& work, const TimeConstants& constants) {
  return constants.step_chain * work.steps + constants.sector_chain * work.sectors;
}

double sectors_in_a_step(const WarpWork& work) {
  return work.steps == 0 ? 0 : work.sectors / work.steps;
}

// How much slower the warps of a calibration point were than one alone.
double slowdown_of(const CalibrationPoint& point, const TimeConstants& constants) {
  return std::max((point.microseconds - constants.launch) / chain_of(point.work, constants), 1.0);
}

double warps_of(const CalibrationPoint& point) {
  return static_cast<double>(point.warps);
}

double sectors_of(const CalibrationPoint& point) {
  return point.warps * sectors_in_a_step(point.work);
}

// The curve over x that, multiplied by `other` over its own x, gives the slowdown of each point.
Curve left_over(const std::vector<CalibrationPoint>& points, const TimeConstants& constants,
                double (*x)(const CalibrationPoint&), double (*other_x)(const CalibrationPoint&),
                const Curve& other) {
  std::vector<Curve::Point> curve;
  curve.reserve(points.size());
  for (const CalibrationPoint& point : points) {
    curve.push_back(
        {x(point), std::max(slowdown_of(point, constants) / other(other_x(point)), 1.0)});
  }
  return Curve(std::move(curve));
}

// The warps of one multiprocessor. All of them slow down alike, so each has a fixed end in the
// multiprocessor's own time, which advances at 1 / slowdown.
class Multiprocessor {
 public:
  explicit Multiprocessor(const TimeConstants& constants) : constants_(&constants) {}

  void start(std::size_t block, double chain, double sectors) {
    ends_.push({own_time_ + chain, block, sectors});
    sectors_ += sectors;
  }

  // When its next warp ends, if nothing starts before.
  double next_end() const {
    return ends_.empty() ? kNever : now_ + (ends_.top().own_time - own_time_) * slowdown();
  }

  void advance(double now) {
    own_time_ += (now - now_) / slowdown();
    now_ = now;
  }

  // Removes the warp that has ended and returns its block.
  std::size_t end_warp() {
    const Warp warp = ends_.top();
    ends_.pop();
    own_time_ = warp.own_time;
    sectors_ = ends_.empty() ? 0 : sectors_ - warp.sectors;
    return warp.block;
  }

 private:
  struct Warp {
    double own_time;
    std::size_t block;
    double sectors;
    bool operator>(const Warp& other) const { return own_time > other.own_time; }
  };

  double slowdown() const {
    return constants_->warp_slowdown(static_cast<double>(ends_.size())) *
           constants_->sector_slowdown(sectors_);
  }

  const TimeConstants* constants_;
  double now_ = 0;
  double own_time_ = 0;
  double sectors_ = 0;
  std::priority_queue<Warp, std::vector<Warp>, std::greater<>> ends_;
};

class Launch {
 public:
  Launch(std::span<const WarpWork> warps, const LaunchPlace& place, const TimeConstants& constants,
         std::uint64_t draw)
      : warps_(warps),
        place_(place),
        constants_(constants),
        draw_(draw),
        blocks_((warps.size() + place.warps_per_block - 1) / place.warps_per_block),
        warps_left_(blocks_, 0),
        room_(place.multiprocessors, place.blocks_per_multiprocessor),
        starting_(place.multiprocessors),
        multiprocessors_(place.multiprocessors, Multiprocessor(constants)),
        next_(place.multiprocessors, kNever) {}

  double run() {
    dispatch(0);
    double end = 0;
    for (;;) {
      const auto next = std::min_element(next_.begin(), next_.end());
      if (*next == kNever) return end;
      const auto m = static_cast<std::size_t>(next - next_.begin());
      const bool starts = *next == starting_[m].next();
      multiprocessors_[m].advance(*next);
      if (starts) {
        start_warps(m);
      } else {
        end = *next;
        end_warp(m, end);
      }
      schedule(m);
    }
  }

 private:
  // Blocks that are on a multiprocessor but do not run yet.
  struct Starting {
    std::queue<std::pair<double, std::size_t>> blocks;  // when each of them runs
    double done = 0;                                    // when the last of them runs

    double next() const { return blocks.empty() ? kNever : blocks.front().first; }
  };

  // Each block goes to the multiprocessor with the most room, the first of equals.
  void dispatch(double now) {
    while (next_block_ < blocks_) {
      const auto roomiest = std::max_element(room_.begin(), room_.end());
      if (*roomiest == 0) return;
      --*roomiest;
      start_block(static_cast<std::size_t>(roomiest - room_.begin()), next_block_++, now);
    }
  }

  void start_block(std::size_t m, std::size_t block, double now) {
    const std::size_t first = block * place_.warps_per_block;
    warps_left_[block] = std::min(place_.warps_per_block, warps_.size() - first);
    Starting& starting = starting_[m];
    starting.done =
        std::max(starting.done, now) + kWarpStart * static_cast<double>(warps_left_[block]);
    starting.blocks.emplace(starting.done, block);
    schedule(m);
  }

  void start_warps(std::size_t m) {
    const std::size_t block = starting_[m].blocks.front().second;
    starting_[m].blocks.pop();
    const std::size_t first = block * place_.warps_per_block;
    for (std::size_t warp = first; warp < first + warps_left_[block]; ++warp) {
      multiprocessors_[m].start(block, spread(warp) * chain_of(warps_[warp], constants_),
                                sectors_in_a_step(warps_[warp]));
    }
  }

  void end_warp(std::size_t m, double now) {
    const std::size_t block = multiprocessors_[m].end_warp();
    if (--warps_left_[block] > 0) return;
    ++room_[m];
    dispatch(now);
  }

  // The random factor on the length of a warp's chain; always the same for the same draw.
  double spread(std::size_t warp) const {
    const auto uniform = static_cast<double>(run_seed(draw_, warp) >> 11) * 0x1p-53;
    return 1 + kStepSpread * (2 * uniform - 1) / std::sqrt(std::max(warps_[warp].steps, 1.0));
  }

  void schedule(std::size_t m) {
    next_[m] = std::min(starting_[m].next(), multiprocessors_[m].next_end());
  }

  std::span<const WarpWork> warps_;
  LaunchPlace place_;
  const TimeConstants& constants_;
  std::uint64_t draw_;
  std::size_t blocks_;
  std::size_t next_block_ = 0;
  std::vector<std::size_t> warps_left_;  // of each block
  std::vector<std::size_t> room_;        // of each multiprocessor, for more blocks
  std::vector<Starting> starting_;
  std::vector<Multiprocessor> multiprocessors_;
  std::vector<double> next_;  // when a block or a warp next starts or ends on each
};

}  // namespace

std::vector<WarpWork> warp_work(const CsrView& matrix) {
  std::vector<WarpWork> work;
  for (std::size_t row = 0; row < matrix.rows(); row += kWarpSize) {
    work.push_back(work_of(matrix, row, std::min(row + kWarpSize, matrix.rows())));
  }
  return work;
}

double Curve::operator()(double x) const {
  if (points_.empty()) return 1;
  const auto next =
      std::find_if(points_.begin(), points_.end(), [x](const Point& point) { return x < point.x; });
  if (next == points_.begin()) return points_.front().y;
  const auto above = next == points_.end() ? points_.end() - 1 : next;
  if (above == points_.begin()) return above->y;
  const Point& low = *(above - 1);
  return std::lerp(low.y, above->y, (x - low.x) / (above->x - low.x));
}

std::optional<TimeConstants> fit_time_constants(const TimeCalibration& calibration) {
  if (!calibration.complete()) return std::nullopt;
  const CalibrationPoint& one = calibration.one_row.front();
  const CalibrationPoint& all = calibration.all_rows.front();
  TimeConstants constants;
  constants.launch = calibration.launch_microseconds;
  const auto chain = solve(one.work, one.microseconds - constants.launch, all.work,
                           all.microseconds - constants.launch);
  if (!chain || (*chain)[0] <= 0 || (*chain)[1] < 0) return std::nullopt;
  constants.step_chain = (*chain)[0];
  constants.sector_chain = (*chain)[1];

  // Each curve is what the other one leaves of the launches' slowdowns. A few rounds settle both.
  constexpr int kRounds = 20;
  for (int round = 0; round < kRounds; ++round) {
    constants.warp_slowdown =
        left_over(calibration.one_row, constants, warps_of, sectors_of, constants.sector_slowdown);
    constants.sector_slowdown =
        left_over(calibration.all_rows, constants, sectors_of, warps_of, constants.warp_slowdown);
  }
  return constants;
}

double predict_time(std::span<const WarpWork> warps, const LaunchPlace& place,
                    const TimeConstants& constants, double floor) {
  std::vector<double> times;
  for (std::uint64_t draw = 0; draw < kDraws; ++draw) {
    times.push_back(constants.launch + Launch(warps, place, constants, draw).run());
  }
  return std::max(median(times), floor);
}

}  // namespace rowsort
