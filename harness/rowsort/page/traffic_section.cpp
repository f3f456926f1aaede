#include "rowsort/matrix/lane_slots.h"
#include "rowsort/text.h"

#include "charts.h"
#include "sections.h"

namespace rowsort::page {
namespace {

// Ratios within this of 1 count as no change in the sentence.
constexpr double kNoChange = 0.05;

std::string change_of(const std::string& what, double ratio) {
  if (ratio > 1 + kNoChange) return what + " fall " + fixed(ratio, 2) + " times";
  if (ratio < 1 - kNoChange) return what + " grow (ratio " + fixed(ratio, 2) + ")";
  return what + " do not fall (ratio " + fixed(ratio, 2) + ")";
}

std::string message_of(const Grade& grade) {
  if (!grade.ratio.predicted) {
    return "There is no submitted order to compare with the unsorted one.";
  }
  std::string text =
      "From the unsorted to the submitted order " + change_of("lane-slots", *grade.ratio.predicted);
  if (grade.ratio.predicted_by_sectors) {
    text += ", while " + change_of("load sectors", *grade.ratio.predicted_by_sectors);
  }
  return text + ".";
}

std::optional<std::uint64_t> load_sectors(const std::optional<MemoryCounts>& counts) {
  return counts ? std::optional(counts->load_sectors) : std::nullopt;
}

std::vector<Bar> count_bars(const LaneSlots& slots, const MemoryTraffic& memory) {
  std::vector<Bar> bars;
  const auto add = [&](const char* label, std::optional<std::uint64_t> count, const char* style) {
    if (count) bars.push_back({label, static_cast<double>(*count), grouped(*count), style});
  };
  add("lane-slots, unsorted", slots.unsorted, "unsorted");
  add("lane-slots, submitted", slots.submitted, "submitted");
  add("the same, as executed", slots.executed, "submitted");
  add("load sectors, unsorted", load_sectors(memory.unsorted), "unsorted");
  add("load sectors, submitted", load_sectors(memory.submitted), "submitted");
  return bars;
}

std::string why_no_sectors(const Grade& grade) {
  const std::string& because = grade.memory.not_counted_because;
  return " Sectors were not counted" + (because.empty() ? "." : ": " + because + ".");
}

void add_count_rows(Rows& rows, const std::string& order,
                    const std::optional<MemoryCounts>& counts) {
  if (!counts) return;
  rows.push_back({"load requests, " + order, grouped(counts->load_requests)});
  rows.push_back({"load sectors, " + order, grouped(counts->load_sectors)});
  rows.push_back({"store requests, " + order, grouped(counts->store_requests)});
  rows.push_back({"store sectors, " + order, grouped(counts->store_sectors)});
}

void add_count_figure(Node section, const Grade& grade) {
  BarChart chart;
  chart.labels_name = "what is counted";
  chart.values_name = "count (a sector is 32 bytes)";
  chart.bars = count_bars(grade.lane_slots, grade.memory);
  std::string caption = "Hatched: unsorted order. Filled: submitted order.";
  if (!grade.memory.unsorted && !grade.memory.submitted) caption += why_no_sectors(grade);
  Node figure = add_chart(section, {"count-bars", "Lane-slots and load sectors", caption}, chart);
  Rows rows;
  for (const Bar& bar : chart.bars) {
    if (bar.label.starts_with("load sectors")) continue;  // with the requests, below
    rows.push_back({bar.label, bar.text});
  }
  add_count_rows(rows, "unsorted", grade.memory.unsorted);
  add_count_rows(rows, "submitted", grade.memory.submitted);
  add_numbers(figure, {"what", "count"}, rows);
}

Bar ratio_bar(const std::string& label, const std::optional<double>& ratio,
              const std::string& otherwise) {
  return {label, ratio, ratio ? fixed(*ratio, 2) : otherwise};
}

// How well the measured ratio is known.
std::string measured_text(const Timing& timing) {
  const Measurement& measurement = timing.measurement;
  std::string text = "Measured over " + counted(measurement.pairs, "pair") + " of runs";
  if (measurement.interval) {
    text += ", " + fixed(100 * timing.rule.confidence, 0) + "% interval " +
            fixed(measurement.interval->low, 3) + " to " + fixed(measurement.interval->high, 3);
  }
  if (measurement.conclusive()) return text + ".";
  return text + "; inconclusive: " + measurement.inconclusive_because + ".";
}

void add_ratio_figure(Node section, const Grade& grade) {
  const Ratios& ratio = grade.ratio;
  BarChart chart;
  chart.labels_name = "ratio";
  chart.values_name = "unsorted / submitted (dashed: 1, no change)";
  chart.whole_values = false;
  chart.reference = 1;
  chart.bars = {ratio_bar("predicted by lane-slots", ratio.predicted, "none"),
                ratio_bar("predicted by sectors", ratio.predicted_by_sectors, "not counted"),
                ratio_bar("predicted by time model", ratio.predicted_by_time, "not modelled"),
                ratio_bar("measured time", ratio.measured, "not measured"),
                ratio_bar("claimed", ratio.claimed, "no claim")};
  std::string caption = "Ratios of the unsorted to the submitted order.";
  if (!ratio.measured && !ratio.not_measured_because.empty()) {
    caption += " Time was not measured: " + ratio.not_measured_because + ".";
  }
  if (ratio.measured && grade.timing) caption += " " + measured_text(*grade.timing);
  if (ratio.measured && *ratio.measured < 1) {
    caption += " A measured ratio below 1 is a result, not a mistake.";
  }
  Node figure =
      add_chart(section, {"ratio-bars", "Ratios, predicted, measured and claimed", caption}, chart);
  Rows rows;
  for (const Bar& bar : chart.bars) rows.push_back({bar.label, bar.text});
  add_numbers(figure, {"ratio", "unsorted / submitted"}, rows);
}

}  // namespace

void add_traffic_section(Node main, const GradedRun& run) {
  if (run.grade.matrix.rows == 0) return;
  Node section = add_section(main, "traffic", "Lane-slots, sectors and the clock");
  add_text(section, "p", message_of(run.grade), {{"class", "message"}});
  add_count_figure(section, run.grade);
  add_ratio_figure(section, run.grade);
}

}  // namespace rowsort::page
