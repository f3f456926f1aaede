#include "timing_json.h"

#include "rowsort/matrix/exact_inputs.h"

#include <functional>

#include "json_values.h"
#include "reference_timings.h"
#include <nlohmann/json.hpp>

namespace rowsort {

using nlohmann::ordered_json;

// The JSON library finds these for elements of lists and for optional values too.

void to_json(ordered_json& json, const StoppingCriterion& rule) {
  json = {{"min_pairs", rule.min_pairs},
          {"max_pairs", rule.max_pairs},
          {"budget_seconds", static_cast<double>(rule.budget.count()) / 1000},
          {"confidence", rule.confidence},
          {"narrow", rule.narrow},
          {"wide", rule.wide},
          {"slow_clock", rule.slow_clock},
          {"max_dropped", rule.max_dropped},
          {"drift", rule.drift},
          {"slower_baseline", rule.slower_baseline}};
}

void to_json(ordered_json& json, const TwoModes& modes) {
  json = {{"low", json_number(modes.low)},
          {"high", json_number(modes.high)},
          {"high_share", json_number(modes.high_share)}};
}

void to_json(ordered_json& json, const CalibrationPoint& point) {
  json = {{"warps", point.warps},
          {"steps", json_number(point.work.steps)},
          {"sectors", json_number(point.work.sectors)},
          {"microseconds", json_number(point.microseconds)}};
}

void to_json(ordered_json& json, const Curve::Point& point) {
  json = {json_number(point.x), json_number(point.y)};
}

void to_json(ordered_json& json, const TimeConstants& constants) {
  json = {{"launch", json_number(constants.launch)},
          {"step_chain", json_number(constants.step_chain)},
          {"sector_chain", json_number(constants.sector_chain)},
          {"warp_slowdown", constants.warp_slowdown.points()},
          {"sector_slowdown", constants.sector_slowdown.points()}};
}

void to_json(ordered_json& json, const HardwareCounters& counters) {
  for (const CounterMetric& counter : kCounterMetrics) {
    json[counter.field] = counters.*counter.count;
  }
}

namespace {

template <typename Runs, typename Value = std::identity>
ordered_json list_of(const Runs& runs, Value value = {}) {
  ordered_json json = ordered_json::array();
  for (const auto& run : runs) json.push_back(json_number(value(run)));
  return json;
}

ordered_json reference_timings_json(const TimingSamples& samples) {
  ordered_json json = ordered_json::object();
  for (const TimedSeries& series : samples.references) {
    json[series.name] = list_of(series.microseconds);
  }
  return json;
}

ordered_json floor_json(const Grade& grade) {
  const TimingSamples& samples = grade.timing->samples;
  const auto time = median_of(samples, kFloorSeries);
  if (!time) return nullptr;
  return {{"microseconds", json_number(*time)},
          {"bytes", spmv_bytes(grade.matrix.rows, grade.matrix.cols, grade.matrix.nonzeros)},
          {"loads", samples.floor_shape.loads},
          {"block_size", samples.floor_shape.block_size},
          {"blocks", samples.floor_shape.blocks},
          {"copy_bytes_per_second", json_number(1e6 * samples.copy_bytes_per_microsecond)},
          {"share_of_copy", json_number(floor_share_of_copy(grade))}};
}

ordered_json model_json(const Timing& timing) {
  const TimeCalibration& calibration = timing.samples.calibration;
  ordered_json json = {{"not_modelled_because", json_text_or_null(timing.not_modelled_because)},
                       {"calibration",
                        {{"launch", json_number(calibration.launch_microseconds)},
                         {"one_row", calibration.one_row},
                         {"all_rows", calibration.all_rows},
                         {"unsorted_blocks", calibration.unsorted_blocks},
                         {"submitted_blocks", calibration.submitted_blocks}}}};
  if (timing.model) {
    json["unsorted"] = json_number(timing.model->unsorted);
    json["submitted"] = json_number(timing.model->submitted);
    json["constants"] = timing.model->constants;
  } else {
    json["unsorted"] = json["submitted"] = json["constants"] = nullptr;
  }
  return json;
}

ordered_json host_json(const Grade& grade) {
  const BreakEven break_even = break_even_of(grade);
  return {{"sort_seconds", grade.host.sort_seconds},
          {"rebuild_seconds", grade.host.rebuild_seconds},
          {"multiplies_to_pay", break_even.in_order},
          {"multiplies_to_pay_with_unpermute", break_even.with_unpermute}};
}

ordered_json metrics_json() {
  ordered_json json;
  for (const CounterMetric& counter : kCounterMetrics) json[counter.field] = counter.metric;
  return json;
}

}  // namespace

ordered_json timing_json(const Grade& grade) {
  if (!grade.timing) return nullptr;
  const Timing& timing = *grade.timing;
  const std::vector<TimedPair>& pairs = timing.samples.pairs;
  const Measurement& result = timing.measurement;
  const auto times = [](const TimedRun& run) { return run.microseconds; };
  return {
      {"unit", "microseconds"},
      {"method",
       "CUDA events; pairs in random order, each with new inputs and the submission loaded anew; "
       "L2 cache flushed and y poisoned before each run; distribution-free interval for the median "
       "ratio of a fresh measurement"},
      {"rule", timing.rule},
      {"seconds", json_number(timing.samples.pairs_seconds + timing.samples.reference_seconds)},
      {"pairs_seconds", json_number(timing.samples.pairs_seconds)},
      {"pairs", pairs.size()},
      {"unsorted", list_of(pairs, [](const TimedPair& p) { return p.unsorted.microseconds; })},
      {"submitted", list_of(pairs, [](const TimedPair& p) { return p.submitted.microseconds; })},
      {"unsorted_megahertz",
       list_of(pairs, [](const TimedPair& p) { return p.unsorted.megahertz; })},
      {"submitted_megahertz",
       list_of(pairs, [](const TimedPair& p) { return p.submitted.megahertz; })},
      {"dropped", result.dropped},
      {"usual_megahertz", json_number(result.usual_megahertz)},
      {"spread", json_number(result.spread)},
      {"unsorted_modes", result.unsorted_modes},
      {"submitted_modes", result.submitted_modes},
      {"baseline_before", list_of(timing.samples.before, times)},
      {"slowed_baseline", result.slowed_baseline},
      {"other_processes", timing.samples.other_processes},
      {"other_processes_note", json_text_or_null(timing.samples.other_processes_note)},
      {"reference_timings", reference_timings_json(timing.samples)},
      {"cusparse_version", timing.samples.cusparse_timed ? ordered_json(timing.samples.cusparse)
                                                         : ordered_json(nullptr)},
      {"cusparse_not_timed_because", timing.samples.cusparse_timed
                                         ? ordered_json(nullptr)
                                         : ordered_json(timing.samples.cusparse)},
      {"floor", floor_json(grade)},
      {"host", host_json(grade)},
      {"model", model_json(timing)}};
}

ordered_json counters_json(const Grade& grade) {
  const GpuCounters& counters = grade.counters;
  return {{"unsorted", counters.unsorted},
          {"submitted", counters.submitted},
          {"unsorted_lane_slots", lane_slots_on_gpu(counters.unsorted, grade.matrix.rows)},
          {"submitted_lane_slots", lane_slots_on_gpu(counters.submitted, grade.matrix.rows)},
          {"metrics", metrics_json()},
          {"not_counted_because", json_text_or_null(counters.not_counted_because)}};
}

}  // namespace rowsort
