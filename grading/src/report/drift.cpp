#include "report/drift.h"

#include "rowsort/grade/reference_timings.h"
#include "rowsort/measure/statistics.h"
#include "rowsort/text.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace rowsort {
namespace {

using Number = std::optional<double> (*)(const Grade&);
using Deviation = std::optional<double> CalibrationJudgement::*;

struct Quantity {
  const char* name;
  Number value;
  Deviation deviation;
  double limit;
};

constexpr Quantity kQuantities[] = {
    {"the ratio", [](const Grade& grade) { return grade.ratio.measured; },
     &CalibrationJudgement::ratio, kRatioLimit},
    {"the time of the unsorted order",
     [](const Grade& grade) { return median_time(grade, &TimedPair::unsorted); },
     &CalibrationJudgement::unsorted, kTimeLimit},
    {"the time of the reference's order",
     [](const Grade& grade) { return median_time(grade, &TimedPair::submitted); },
     &CalibrationJudgement::submitted, kTimeLimit}};

bool is_good(const CalibrationRun& run) {
  return run.grade && run.grade->status == GradeStatus::kPass;
}

// Indices of the good runs of each device.
std::map<std::string, std::vector<std::size_t>> by_device(std::span<const CalibrationRun> runs) {
  std::map<std::string, std::vector<std::size_t>> devices;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (is_good(runs[i])) devices[device_name(*runs[i].grade)].push_back(i);
  }
  return devices;
}

class Judge {
 public:
  explicit Judge(std::span<const CalibrationRun> runs) : runs_(runs) {
    drift_.runs.resize(runs.size());
  }

  Drift judged() {
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      if (!is_good(runs_[i])) drift_.runs[i].off_because = "the reference did not pass";
      if (is_good(runs_[i]) && runs_[i].grade->ratio.measured) ++drift_.compared;
    }
    for (const auto& [device, indices] : by_device(runs_)) {
      for (const Quantity& quantity : kQuantities) {
        const std::vector<double> all = values(quantity, indices);
        if (!all.empty()) compare(quantity, indices, median(all));
        if (all.size() >= kRunsForTrend) look_for_trend(quantity, device, all);
      }
    }
    return std::move(drift_);
  }

 private:
  std::optional<double> value(const Quantity& quantity, std::size_t run) const {
    return quantity.value(*runs_[run].grade);
  }

  std::vector<double> values(const Quantity& quantity, std::span<const std::size_t> indices) const {
    std::vector<double> found;
    for (const std::size_t i : indices) {
      const auto& number = value(quantity, i);
      if (number && *number > 0) found.push_back(*number);
    }
    return found;
  }

  void compare(const Quantity& quantity, std::span<const std::size_t> indices, double middle) {
    for (const std::size_t i : indices) {
      const auto& number = value(quantity, i);
      if (!number) continue;
      CalibrationJudgement& judgement = drift_.runs[i];
      const double share = *number / middle - 1;
      judgement.*quantity.deviation = share;
      if (!(std::abs(share) > quantity.limit)) continue;
      if (judgement.is_off()) judgement.off_because += ", ";
      judgement.off_because +=
          quantity.name + std::string(" is ") + signed_percent(share) + " from the median";
    }
  }

  void look_for_trend(const Quantity& quantity, const std::string& device,
                      const std::vector<double>& all) {
    const auto third = static_cast<std::ptrdiff_t>(all.size() / 3);
    const double share =
        median({all.end() - third, all.end()}) / median({all.begin(), all.begin() + third}) - 1;
    if (!(std::abs(share) > quantity.limit)) return;
    drift_.trends.push_back("on " + device + ", " + quantity.name + " changed by " +
                            signed_percent(share) +
                            " from the first third of the runs to the last");
  }

  std::span<const CalibrationRun> runs_;
  Drift drift_;
};

}  // namespace

std::string signed_percent(double share) {
  return (share < 0 ? "-" : "+") + percent(std::abs(share));
}

bool Drift::drifts() const {
  return !trends.empty() || std::ranges::any_of(runs, &CalibrationJudgement::is_off);
}

std::string Drift::verdict() const {
  if (runs.empty()) return "The reference was not graded during this batch: drift is unknown.";
  if (drifts()) {
    const auto off =
        static_cast<std::size_t>(std::ranges::count_if(runs, &CalibrationJudgement::is_off));
    std::string text = "The runner drifts: " + counted(off, "run") + " of the reference out of " +
                       grouped(runs.size()) + (off == 1 ? " is off" : " are off");
    for (const std::string& trend : trends) text += "; " + trend;
    return text + ".";
  }
  if (compared == 0) {
    return "The reference passed every time and was not timed: drift of the times is unknown.";
  }
  if (compared == 1) return "One run of the reference was timed: nothing to compare it with.";
  return "The runner is steady: " + counted(compared, "run") + " of the reference agree.";
}

Drift judge_drift(std::span<const CalibrationRun> runs) {
  return Judge(runs).judged();
}

std::vector<bool> graded_while_off(std::span<const ClassRow> rows,
                                   std::span<const CalibrationRun> runs, const Drift& drift) {
  std::vector<bool> result(rows.size());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const std::string& at = rows[r].record.graded_at;
    if (at.empty() || !rows[r].grade) continue;
    // Either one being off is enough, since the change came somewhere between two runs.
    bool before = false;
    bool after = false;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      if (runs[i].grade && device_name(*runs[i].grade) != device_name(*rows[r].grade)) continue;
      const bool off = drift.runs[i].is_off();
      // ISO 8601 in UTC sorts as text.
      if (runs[i].graded_at <= at) {
        before = off;
        continue;
      }
      after = off;
      break;
    }
    result[r] = before || after;
  }
  return result;
}

}  // namespace rowsort
