#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "report/class_grades.h"
#include "report/drift.h"

/// What staff look for in a class. A row is named by its index. Reads no file.
namespace rowsort {

/// The results of one check, over all rows with a grade.
struct CheckRate {
  std::string id;
  std::size_t passed = 0;
  std::size_t failed = 0;
  std::size_t skipped = 0;

  /// Of those that passed or failed; nothing if there are none.
  std::optional<double> pass_rate() const;
};

/// Rows with what they have in common, or one row with the reason why it is listed.
struct Finding {
  std::string text;
  std::vector<std::size_t> rows;
};

/// What was measured on one model of GPU. Medians and quantiles (measure/statistics.h) are over the
/// rows with a measured ratio.
struct DeviceSummary {
  std::string device;
  std::size_t graded = 0;
  std::size_t measured = 0;
  std::size_t inconclusive = 0;
  double low = 0;                   ///< 10% quantile of the measured ratio
  double middle = 0;                ///< its median
  double high = 0;                  ///< its 90% quantile
  std::optional<double> predicted;  ///< median of the ratio by lane-slots
  std::optional<double> predicted_by_sectors;
};

struct SlotBin {
  std::string label;
  std::size_t rows = 0;
};

struct Findings {
  std::vector<CheckRate> checks;       ///< in the order of the checks
  std::vector<DeviceSummary> devices;  ///< most rows first
  std::vector<SlotBin> lane_slots;     ///< submitted ones, as multiples of the minimum
  std::size_t without_lane_slots = 0;  ///< graded, and the order is not a permutation
  std::vector<std::size_t> missing;
  std::vector<std::size_t> not_done;
  /// One row each, with the reason: rows without a grade because of the machine; rows whose new
  /// grade was asked for and is not there; inconclusive ones; those measured while the runner was off.
  std::vector<Finding> reruns;
  /// One row each: a claimed and a measured ratio whose check "claim" failed. The check decides,
  /// because it knows the interval and on which GPU the claim was made.
  std::vector<Finding> disagreements;
  /// Two rows or more each, whose row_sort.cu has the same SHA-256; text says whether answers.json is
  /// the same too.
  std::vector<Finding> duplicates;
  std::vector<Finding> error_kinds;  ///< most rows first
  Drift drift;
  /// For each row the words it can be filtered by: "claim disagrees", "inconclusive", "rerun",
  /// "identical", "runner off", "kernel edited", "bimodal", "points by hand".
  std::vector<std::vector<std::string>> flags;
};

Findings find_all(const ClassGrades& grades);

}  // namespace rowsort
