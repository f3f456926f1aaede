#include "rowsort/measure/time_model.h"

#include "rowsort/matrix/exact_inputs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <queue>

namespace rowsort {
namespace {

constexpr std::size_t kFloatsPerSector = 8;

// Sectors of 32 bytes that elements with these indices lie in.
std::size_t count_sectors(std::span<std::size_t> elements) {
  for (std::size_t& element : elements) element /= kFloatsPerSector;
  if (!std::is_sorted(elements.begin(), elements.end())) {
    std::sort(elements.begin(), elements.end());
  }
  return static_cast<std::size_t>(
      std::unique(elements.begin(), elements.end()) - elements.begin());
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
    // col_idx and val lie alike.
    work.sectors += static_cast<double>(2 * count_sectors(std::span(entries).first(active)) +
                                        count_sectors(std::span(columns).first(active)));
  }
}

// chain and service of a warp.
struct WarpTime {
  double chain = 0;
  double service = 0;
};

WarpTime time_of(const WarpWork& work, const TimeConstants& c) {
  return {c.step_chain * work.steps + c.sector_chain * work.sectors,
          c.step_service * work.steps + c.sector_service * work.sectors};
}

double slowdown(double load, double sharpness) {
  return std::pow(1 + std::pow(load, sharpness), 1 / sharpness);
}

// The two-by-two system  x steps + y sectors = right.
std::optional<std::array<double, 2>> solve(const WarpWork& first, double first_right,
                                           const WarpWork& second, double second_right) {
  const double determinant = first.steps * second.sectors - second.steps * first.sectors;
  if (determinant == 0) return std::nullopt;
  return std::array{(first_right * second.sectors - second_right * first.sectors) / determinant,
                    (first.steps * second_right - second.steps * first_right) / determinant};
}

// With c and d such that both launches with most warps come out as timed.
std::optional<TimeConstants> with_sharpness(TimeConstants c, const TimeCalibration& calibration,
                                            double sharpness) {
  c.sharpness = sharpness;
  const auto service = [&](const CalibrationPoint& point) {
    const double chain = time_of(point.work, c).chain;
    const double slowed = std::max((point.microseconds - c.launch) / chain, 1.0);
    const double load = std::pow(std::pow(slowed, sharpness) - 1, 1 / sharpness);
    return load * chain / point.warps;
  };
  const CalibrationPoint& one = calibration.one_row.back();
  const CalibrationPoint& all = calibration.all_rows.back();
  const auto found = solve(one.work, service(one), all.work, service(all));
  if (!found) return std::nullopt;
  c.step_service = (*found)[0];
  c.sector_service = (*found)[1];

  double squares = 0;
  std::size_t count = 0;
  for (const auto* points : {&calibration.one_row, &calibration.all_rows}) {
    for (const CalibrationPoint& point : *points) {
      const WarpTime time = time_of(point.work, c);
      const double fitted =
          c.launch + time.chain * slowdown(std::max(point.warps * time.service / time.chain, 0.0),
                                           sharpness);
      const double error = std::log(fitted / point.microseconds);
      squares += error * error;
      ++count;
    }
  }
  c.fit_error = std::sqrt(squares / static_cast<double>(count));
  return c;
}

// The warps of one multiprocessor. Time runs slower for all of them alike the more there are, so
// each has a fixed end in the multiprocessor's own time, which advances at 1 / slowdown.
class Multiprocessor {
 public:
  explicit Multiprocessor(double sharpness) : sharpness_(sharpness) {}

  void start(std::size_t block, const WarpTime& warp) {
    ends_.push({own_time_ + warp.chain, block, warp.service / warp.chain});
    load_ += warp.service / warp.chain;
  }

  bool idle() const { return ends_.empty(); }

  /// When its next warp ends, if nothing starts before.
  double next_end() const {
    return now_ + (ends_.top().own_time - own_time_) * slowdown(load_, sharpness_);
  }

  void advance(double now) {
    own_time_ += (now - now_) / slowdown(load_, sharpness_);
    now_ = now;
  }

  /// Takes the warp that has ended away; gives its block.
  std::size_t end_warp() {
    const Warp warp = ends_.top();
    ends_.pop();
    own_time_ = warp.own_time;
    load_ = ends_.empty() ? 0 : std::max(load_ - warp.load, 0.0);
    return warp.block;
  }

  std::size_t blocks = 0;

 private:
  struct Warp {
    double own_time;
    std::size_t block;
    double load;
    bool operator>(const Warp& other) const { return own_time > other.own_time; }
  };

  double sharpness_;
  double now_ = 0;
  double own_time_ = 0;
  double load_ = 0;
  std::priority_queue<Warp, std::vector<Warp>, std::greater<>> ends_;
};

class Launch {
 public:
  Launch(std::span<const WarpWork> warps, const LaunchPlace& place, const TimeConstants& constants)
      : warps_(warps),
        place_(place),
        constants_(constants),
        blocks_((warps.size() + place.warps_per_block - 1) / place.warps_per_block),
        warps_left_(blocks_, 0),
        multiprocessors_(place.multiprocessors, Multiprocessor(constants.sharpness)) {}

  double run() {
    for (std::size_t round = 0; round < place_.blocks_per_multiprocessor; ++round) {
      for (std::size_t m = 0; m < multiprocessors_.size(); ++m) start_block(m, 0);
    }
    double now = 0;
    while (!events_.empty()) {
      const Event event = events_.top();
      events_.pop();
      Multiprocessor& multiprocessor = multiprocessors_[event.multiprocessor];
      if (event.version != versions_[event.multiprocessor]) continue;
      now = event.time;
      multiprocessor.advance(now);
      const std::size_t block = multiprocessor.end_warp();
      if (--warps_left_[block] == 0) start_block(event.multiprocessor, now);
      schedule(event.multiprocessor);
    }
    return now;
  }

 private:
  struct Event {
    double time;
    std::size_t multiprocessor;
    std::size_t version;
    bool operator>(const Event& other) const {
      return time != other.time ? time > other.time : multiprocessor > other.multiprocessor;
    }
  };

  void start_block(std::size_t m, double now) {
    if (next_block_ == blocks_) return;
    const std::size_t block = next_block_++;
    const std::size_t first = block * place_.warps_per_block;
    const std::size_t last = std::min(first + place_.warps_per_block, warps_.size());
    multiprocessors_[m].advance(now);
    for (std::size_t warp = first; warp < last; ++warp) {
      WarpTime time = time_of(warps_[warp], constants_);
      time.chain = std::max(time.chain, 1e-6);
      time.service = std::max(time.service, 0.0);
      multiprocessors_[m].start(block, time);
    }
    warps_left_[block] = last - first;
    schedule(m);
  }

  // What was foreseen for the multiprocessor before no longer counts.
  void schedule(std::size_t m) {
    ++versions_[m];
    if (!multiprocessors_[m].idle()) {
      events_.push({multiprocessors_[m].next_end(), m, versions_[m]});
    }
  }

  std::span<const WarpWork> warps_;
  LaunchPlace place_;
  TimeConstants constants_;
  std::size_t blocks_;
  std::size_t next_block_ = 0;
  std::vector<std::size_t> warps_left_;  // of each block
  std::vector<Multiprocessor> multiprocessors_;
  std::vector<std::size_t> versions_ = std::vector<std::size_t>(multiprocessors_.size(), 0);
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
};

}  // namespace

std::vector<WarpWork> warp_work(const CsrView& matrix) {
  std::vector<WarpWork> work;
  for (std::size_t row = 0; row < matrix.rows(); row += kWarpSize) {
    work.push_back(work_of(matrix, row, std::min(row + kWarpSize, matrix.rows())));
  }
  return work;
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

  std::optional<TimeConstants> best;
  for (double sharpness = 1; sharpness <= 8; sharpness += 0.05) {
    const auto fitted = with_sharpness(constants, calibration, sharpness);
    if (fitted && (!best || fitted->fit_error < best->fit_error)) best = fitted;
  }
  return best;
}

double predict_time(std::span<const WarpWork> warps, const LaunchPlace& place,
                    const TimeConstants& constants, double floor) {
  return std::max(constants.launch + Launch(warps, place, constants).run(), floor);
}

}  // namespace rowsort
