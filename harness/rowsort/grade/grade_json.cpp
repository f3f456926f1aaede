#include "grade_json.h"

#include "rowsort/files.h"
#include "rowsort/text.h"
#include "rowsort/version.h"

#include <array>

#include "json_values.h"
#include "reference_timings.h"
#include "timing_json.h"
#include <nlohmann/json.hpp>

namespace rowsort {

using nlohmann::ordered_json;

// The JSON library finds these for elements of lists and for optional values too.

void to_json(ordered_json& json, const HistogramBin& bin) {
  json = {{"shortest", bin.shortest}, {"longest", bin.longest}, {"rows", bin.rows}};
}

void to_json(ordered_json& json, const RowLengthStatistics& lengths) {
  json = {{"min", lengths.min},
          {"max", lengths.max},
          {"mean", json_number(lengths.mean)},
          {"histogram", lengths.histogram}};
}

void to_json(ordered_json& json, const GradedMatrix& matrix) {
  json = {{"name", matrix.name},
          {"rows", matrix.rows},
          {"cols", matrix.cols},
          {"nonzeros", matrix.nonzeros},
          {"row_lengths", matrix.row_lengths}};
}

void to_json(ordered_json& json, const CheckResult& check) {
  json = {{"id", check.id},
          {"status", status_name(check.status)},
          {"points", json_plain_number(check.points)},
          {"max_points", json_plain_number(check.max_points)},
          {"message", check.message}};
}

void to_json(ordered_json& json, const BadRow& bad) {
  json = {{"row", bad.row},
          {"got", json_number(bad.got)},
          {"want", json_number(bad.want)},
          {"length", bad.length},
          {"position", bad.position}};
}

void to_json(ordered_json& json, const LaneSlots& slots) {
  json = {{"unsorted", slots.unsorted},
          {"submitted", slots.submitted},
          {"minimum", slots.minimum},
          {"predicted", slots.predicted},
          {"executed", slots.executed}};
}

void to_json(ordered_json& json, const MemoryCounts& counts) {
  json = {{"load_requests", counts.load_requests},
          {"load_sectors", counts.load_sectors},
          {"store_requests", counts.store_requests},
          {"store_sectors", counts.store_sectors}};
}

namespace simt {

void to_json(ordered_json& json, const SiteCounts& site) {
  // In the order of the enumerators of AccessKind.
  static constexpr std::array<const char*, 3> kinds = {"load", "store", "atomic"};
  json = {{"file", json_text_or_null(site.file)},
          {"line", site.file.empty() ? ordered_json(nullptr) : ordered_json(site.line)},
          {"kind", kinds.at(static_cast<std::size_t>(site.kind))},
          {"buffer", site.buffer},
          {"requests", site.requests},
          {"sectors", site.sectors},
          {"bytes", site.bytes}};
}

}  // namespace simt

void to_json(ordered_json& json, const MemoryTraffic& memory) {
  const simt::TraceCounts metrics;
  json = {{"submitted", memory.submitted},
          {"unsorted", memory.unsorted},
          {"sites", memory.sites},
          {"metrics",
           {{"load_requests", metrics.load_requests.metric},
            {"load_sectors", metrics.load_sectors.metric},
            {"store_requests", metrics.store_requests.metric},
            {"store_sectors", metrics.store_sectors.metric}}},
          {"finding", json_text_or_null(memory.finding)},
          {"not_counted_because", json_text_or_null(memory.not_counted_because)}};
}

void to_json(ordered_json& json, const Interval& interval) {
  json = {json_number(interval.low), json_number(interval.high)};
}

void to_json(ordered_json& json, const Answers& answers) {
  json = {{"student", answers.student},
          {"predicted_lane_slots", answers.predicted_lane_slots},
          {"measured_ratio", answers.measured_ratio},
          {"measured_on", answers.measured_on},
          {"sentence", answers.sentence}};
}

void to_json(ordered_json& json, const GradeError& error) {
  json = {{"kind", error.kind}, {"message", error.message}};
}

namespace {

ordered_json ratio_json(const Grade& grade) {
  const Ratios& ratio = grade.ratio;
  const bool measured = ratio.measured && grade.timing;
  const Measurement measurement = measured ? grade.timing->measurement : Measurement{};
  return {{"predicted", ratio.predicted},
          {"predicted_by_sectors", ratio.predicted_by_sectors},
          {"predicted_by_time", ratio.predicted_by_time},
          {"measured", ratio.measured},
          {"measured_interval", measured_interval(grade)},
          {"conclusive", is_conclusive(grade)},
          {"inconclusive_because", json_text_or_null(measurement.inconclusive_because)},
          {"claimed", ratio.claimed},
          {"not_measured_because", json_text_or_null(ratio.not_measured_because)}};
}

ordered_json device_json(const Grade& grade) {
  if (!grade.device) return nullptr;
  const DeviceInfo& device = *grade.device;
  const bool cuda = device.kind == DeviceKind::kCuda;
  ordered_json json = {{"kind", cuda ? "cuda" : "cpu"},
                       {"name", device.name},
                       {"multiprocessors", device.multiprocessors},
                       {"note", json_text_or_null(grade.device_note)}};
  if (cuda) {
    json["compute_capability"] = std::to_string(device.compute_capability / 10) + "." +
                                 std::to_string(device.compute_capability % 10);
    json["memory_bytes"] = device.memory_bytes;
    json["l2_bytes"] = device.l2_bytes;
  }
  return json;
}

ordered_json variant_json(const Grade& variant) {
  return {{"name", variant.matrix.name},
          {"seed", variant.seed},
          {"status", status_name(variant.status)},
          {"matrix", variant.matrix},
          {"checks", variant.checks},
          {"rows_compared", variant.rows_compared},
          {"bad_rows", variant.bad_rows},
          {"first_bad_row", variant.first_bad_row},
          {"lane_slots", variant.lane_slots}};
}

ordered_json cuda_version(const std::optional<DeviceInfo>& device, int DeviceInfo::*member) {
  if (!device || (*device).*member == 0) return nullptr;
  return cuda_version_text((*device).*member);
}

}  // namespace

std::string_view status_name(GradeStatus status) {
  static constexpr std::array<std::string_view, 3> names = {"pass", "fail", "error"};
  return names.at(static_cast<std::size_t>(status));
}

std::string_view status_name(CheckStatus status) {
  static constexpr std::array<std::string_view, 3> names = {"pass", "fail", "skipped"};
  return names.at(static_cast<std::size_t>(status));
}

ordered_json to_json(const Grade& grade) {
  ordered_json variants = ordered_json::array();
  for (const Grade& variant : grade.variants) variants.push_back(variant_json(variant));
  return {{"schema_version", kGradeSchemaVersion},
          {"submission", grade.submission},
          {"status", status_name(grade.status)},
          {"score", grade.score ? json_plain_number(*grade.score) : ordered_json(nullptr)},
          {"max_score", json_plain_number(grade.max_score)},
          {"error", grade.error},
          {"checks", grade.checks},
          {"rows_compared", grade.rows_compared},
          {"bad_rows", grade.bad_rows},
          {"first_bad_row", grade.first_bad_row},
          {"matrix", grade.matrix},
          {"block_size", grade.block_size},
          {"lane_slots", grade.lane_slots},
          {"memory", grade.memory},
          {"ratio", ratio_json(grade)},
          {"timing", timing_json(grade)},
          {"counters", counters_json(grade)},
          {"device", device_json(grade)},
          {"answers", grade.answers},
          {"variants", variants},
          {"official",
           {{"source_sha256", json_text_or_null(grade.source_sha256)},
            {"isolation", json_text_or_null(grade.isolation)},
            {"attempts", grade.attempts},
            {"build_log", json_text_or_null(grade.build_log)}}},
          {"seeds", {{"inputs", grade.seed}, {"timing", grade.timing_seed}}},
          {"versions",
           {{"rowsort", kVersion},
            {"compiler", kCompiler},
            {"cuda_runtime", cuda_version(grade.device, &DeviceInfo::runtime_version)},
            {"cuda_driver", cuda_version(grade.device, &DeviceInfo::driver_version)}}}};
}

void write_grade(const Grade& grade, const std::filesystem::path& file) {
  write_atomically(
      file, to_json(grade).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

}  // namespace rowsort
