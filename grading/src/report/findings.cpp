#include "report/findings.h"

#include "rowsort/grade/reference_timings.h"
#include "rowsort/measure/statistics.h"
#include "rowsort/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <span>

namespace rowsort {
namespace {

constexpr std::array kSlotLimits = {1.0, 1.01, 1.1, 2.0, 4.0, 8.0, 16.0};

std::string slot_label(std::size_t bin) {
  if (bin == 0) return "the minimum";
  if (bin == kSlotLimits.size()) return "over " + shortest(kSlotLimits.back()) + "x";
  return "up to " + shortest(kSlotLimits[bin]) + "x";
}

std::size_t slot_bin(double multiple) {
  return static_cast<std::size_t>(
      std::lower_bound(kSlotLimits.begin(), kSlotLimits.end(), multiple) - kSlotLimits.begin());
}

bool is_inconclusive(const ClassRow& row) {
  return row.grade && is_conclusive(*row.grade) == false;
}

// Counted on the CPU device: if the busiest load does not run as often as the lesson's, the kernel
// has another loop.
bool kernel_is_edited(const ClassRow& row) {
  return row.outcome == Outcome::kPass && row.grade->lane_slots.executed &&
         row.grade->lane_slots.submitted &&
         row.grade->lane_slots.executed != row.grade->lane_slots.submitted;
}

// Rows for which `key` gives the same text, if it is not empty. Most rows first.
std::vector<Finding> group(std::span<const ClassRow> rows,
                           const std::function<std::string(const ClassRow&)>& key) {
  std::map<std::string, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string text = key(rows[i]);
    if (!text.empty()) groups[text].push_back(i);
  }
  std::vector<Finding> found;
  found.reserve(groups.size());
  for (auto& [text, members] : groups) found.push_back({text, std::move(members)});
  std::ranges::stable_sort(found, std::greater(),
                           [](const Finding& one) { return one.rows.size(); });
  return found;
}

// The rows for which `reason` gives a text, each with its own.
template <typename Reason>
std::vector<Finding> each_with(Reason reason, std::span<const ClassRow> rows) {
  std::vector<Finding> found;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string text = reason(i);
    if (!text.empty()) found.push_back({text, {i}});
  }
  return found;
}

std::string source_of(const ClassRow& row) {
  if (row.record.source_sha256) return *row.record.source_sha256;
  return row.grade ? row.grade->source_sha256 : "";
}

bool same_answers(std::span<const ClassRow> rows, const std::vector<std::size_t>& members) {
  const auto& first = rows[members.front()].record.answers_sha256;
  return first && std::all_of(members.begin(), members.end(), [&](std::size_t i) {
           return rows[i].record.answers_sha256 == first;
         });
}

DeviceSummary summary_of(std::span<const ClassRow> rows, const Finding& same_device) {
  DeviceSummary summary;
  summary.device = same_device.text;
  summary.graded = same_device.rows.size();
  std::vector<double> measured;
  std::vector<double> predicted;
  std::vector<double> by_sectors;
  for (const std::size_t i : same_device.rows) {
    const Grade& grade = *rows[i].grade;
    if (!grade.ratio.measured) continue;
    measured.push_back(*grade.ratio.measured);
    if (grade.ratio.predicted) predicted.push_back(*grade.ratio.predicted);
    if (grade.ratio.predicted_by_sectors) by_sectors.push_back(*grade.ratio.predicted_by_sectors);
    if (is_inconclusive(rows[i])) ++summary.inconclusive;
  }
  summary.measured = measured.size();
  if (!predicted.empty()) summary.predicted = median(predicted);
  if (!by_sectors.empty()) summary.predicted_by_sectors = median(by_sectors);
  if (measured.empty()) return summary;
  summary.low = quantile(measured, 0.1);
  summary.middle = median(measured);
  summary.high = quantile(measured, 0.9);
  return summary;
}

std::vector<std::size_t> with_outcome(std::span<const ClassRow> rows, Outcome outcome) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].outcome == outcome) found.push_back(i);
  }
  return found;
}

std::string disagreement(const ClassRow& row) {
  if (!row.grade || !row.grade->ratio.claimed || !row.grade->ratio.measured) return "";
  const CheckResult* check = find_check(*row.grade, "claim");
  if (check == nullptr || check->status != CheckStatus::kFail) return "";
  return "claimed " + fixed(*row.grade->ratio.claimed, 2) + ", measured " +
         fixed(*row.grade->ratio.measured, 2) + " on " + device_name(*row.grade);
}

std::string rerun_reason(const ClassRow& row, bool off) {
  if (row.outcome == Outcome::kInfrastructure) {
    return row.message.empty() ? "the machine's fault" : "the machine's fault: " + row.message;
  }
  if (row.record.regrade) {
    return "a new grade was asked for and is not there yet" +
           (row.message.empty() ? "" : ": " + row.message);
  }
  if (is_inconclusive(row)) {
    const std::string& why = row.grade->timing->measurement.inconclusive_because;
    return why.empty() ? "inconclusive" : "inconclusive: " + why;
  }
  // When a runner drifts, only measured ratios are affected.
  if (off && row.grade && row.grade->ratio.measured) return "graded while the runner was off";
  return "";
}

std::vector<CheckRate> check_rates(std::span<const ClassRow> rows) {
  std::vector<CheckRate> rates;
  for (const ClassRow& row : rows) {
    if (!row.grade) continue;
    for (const CheckResult& check : row.grade->checks) {
      auto found = std::ranges::find(rates, check.id, &CheckRate::id);
      if (found == rates.end()) found = rates.insert(rates.end(), {check.id});
      if (check.status == CheckStatus::kPass) ++found->passed;
      if (check.status == CheckStatus::kFail) ++found->failed;
      if (check.status == CheckStatus::kSkipped) ++found->skipped;
    }
  }
  return rates;
}

std::vector<Finding> find_duplicates(std::span<const ClassRow> rows) {
  std::vector<Finding> groups = group(rows, source_of);
  std::erase_if(groups, [](const Finding& finding) { return finding.rows.size() < 2; });
  for (Finding& finding : groups) {
    finding.text = "row_sort.cu " + finding.text.substr(0, 12) +
                   (same_answers(rows, finding.rows) ? ", and the same answers.json" : "");
  }
  return groups;
}

std::vector<SlotBin> lane_slot_bins(std::span<const ClassRow> rows) {
  std::vector<SlotBin> bins(kSlotLimits.size() + 1);
  for (std::size_t bin = 0; bin < bins.size(); ++bin) bins[bin].label = slot_label(bin);
  for (const ClassRow& row : rows) {
    if (!row.grade || !row.grade->lane_slots.submitted) continue;
    const auto least = row.grade->lane_slots.minimum;
    if (least == 0) continue;
    const double multiple =
        static_cast<double>(*row.grade->lane_slots.submitted) / static_cast<double>(least);
    ++bins[slot_bin(multiple)].rows;
  }
  return bins;
}

std::vector<std::vector<std::string>> flags_of(std::span<const ClassRow> rows,
                                               const Findings& findings,
                                               const std::vector<bool>& off) {
  std::vector<std::vector<std::string>> flags(rows.size());
  const auto mark = [&](const std::vector<Finding>& list, const char* word) {
    for (const Finding& finding : list) {
      for (const std::size_t i : finding.rows) flags[i].emplace_back(word);
    }
  };
  mark(findings.disagreements, "claim disagrees");
  mark(findings.reruns, "rerun");
  mark(findings.duplicates, "identical");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (is_inconclusive(rows[i])) flags[i].emplace_back("inconclusive");
    if (off[i]) flags[i].emplace_back("runner off");
    if (kernel_is_edited(rows[i])) flags[i].emplace_back("kernel edited");
    if (rows[i].grade && is_bimodal(*rows[i].grade)) flags[i].emplace_back("bimodal");
    if (rows[i].by_hand) flags[i].emplace_back("points by hand");
  }
  return flags;
}

}  // namespace

std::optional<double> CheckRate::pass_rate() const {
  if (passed + failed == 0) return {};
  return static_cast<double>(passed) / static_cast<double>(passed + failed);
}

Findings find_all(const ClassGrades& grades) {
  const std::span<const ClassRow> rows = grades.rows;
  Findings findings;
  findings.checks = check_rates(rows);
  const auto device_of = [](const ClassRow& row) {
    return row.grade ? device_name(*row.grade) : "";
  };
  for (const Finding& same_device : group(rows, device_of)) {
    findings.devices.push_back(summary_of(rows, same_device));
  }
  findings.lane_slots = lane_slot_bins(rows);
  findings.without_lane_slots =
      static_cast<std::size_t>(std::count_if(rows.begin(), rows.end(), [](const ClassRow& row) {
        return row.grade && !row.grade->lane_slots.submitted;
      }));
  findings.missing = with_outcome(rows, Outcome::kMissing);
  findings.not_done = with_outcome(rows, Outcome::kNotDone);
  findings.drift = judge_drift(grades.calibration);
  const std::vector<bool> off = graded_while_off(rows, grades.calibration, findings.drift);
  findings.reruns = each_with([&](std::size_t i) { return rerun_reason(rows[i], off[i]); }, rows);
  findings.disagreements = each_with([&](std::size_t i) { return disagreement(rows[i]); }, rows);
  findings.duplicates = find_duplicates(rows);
  const auto error_of = [](const ClassRow& row) {
    return row.grade && row.grade->error ? row.grade->error->kind : "";
  };
  findings.error_kinds = group(rows, error_of);
  findings.flags = flags_of(rows, findings, off);
  return findings;
}

}  // namespace rowsort
