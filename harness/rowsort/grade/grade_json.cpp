#include "grade_json.h"

#include "rowsort/files.h"
#include "rowsort/text.h"
#include "rowsort/version.h"

#include <array>
#include <cmath>

#include "json_values.h"
#include "timing_json.h"
#include <nlohmann/json.hpp>

namespace rowsort {
namespace {

using nlohmann::ordered_json;

ordered_json matrix_json(const GradedMatrix& matrix) {
  ordered_json histogram = ordered_json::array();
  for (const HistogramBin& bin : matrix.row_lengths.histogram) {
    histogram.push_back({{"shortest", bin.shortest}, {"longest", bin.longest}, {"rows", bin.rows}});
  }
  return {{"name", matrix.name},
          {"rows", matrix.rows},
          {"cols", matrix.cols},
          {"nonzeros", matrix.nonzeros},
          {"row_lengths",
           {{"min", matrix.row_lengths.min},
            {"max", matrix.row_lengths.max},
            {"mean", json_number(matrix.row_lengths.mean)},
            {"histogram", histogram}}}};
}

ordered_json checks_json(const std::vector<CheckResult>& checks) {
  ordered_json list = ordered_json::array();
  for (const CheckResult& check : checks) {
    list.push_back({{"id", check.id},
                    {"status", status_name(check.status)},
                    {"points", json_plain_number(check.points)},
                    {"max_points", json_plain_number(check.max_points)},
                    {"message", check.message}});
  }
  return list;
}

ordered_json bad_row_json(const std::optional<BadRow>& bad) {
  if (!bad) return nullptr;
  return {{"row", bad->row},
          {"got", json_number(bad->got)},
          {"want", json_number(bad->want)},
          {"length", bad->length},
          {"position", bad->position}};
}

ordered_json lane_slots_json(const LaneSlots& slots) {
  return {{"unsorted", slots.unsorted},
          {"submitted", json_or_null(slots.submitted)},
          {"minimum", slots.minimum},
          {"predicted", json_or_null(slots.predicted)},
          {"executed", json_or_null(slots.executed)}};
}

ordered_json counts_json(const std::optional<MemoryCounts>& counts) {
  if (!counts) return nullptr;
  return {{"load_requests", counts->load_requests},
          {"load_sectors", counts->load_sectors},
          {"store_requests", counts->store_requests},
          {"store_sectors", counts->store_sectors}};
}

const char* kind_name(simt::AccessKind kind) {
  switch (kind) {
    case simt::AccessKind::kLoad:
      return "load";
    case simt::AccessKind::kStore:
      return "store";
    case simt::AccessKind::kAtomic:
      break;
  }
  return "atomic";
}

ordered_json sites_json(const std::vector<simt::SiteCounts>& sites) {
  ordered_json list = ordered_json::array();
  for (const simt::SiteCounts& site : sites) {
    const bool placed = !site.file.empty();
    list.push_back({{"file", json_text_or_null(site.file)},
                    {"line", placed ? ordered_json(site.line) : ordered_json(nullptr)},
                    {"kind", kind_name(site.kind)},
                    {"buffer", site.buffer},
                    {"requests", site.requests},
                    {"sectors", site.sectors},
                    {"bytes", site.bytes}});
  }
  return list;
}

ordered_json memory_json(const MemoryTraffic& memory) {
  const simt::TraceCounts metrics;
  return {{"submitted", counts_json(memory.submitted)},
          {"unsorted", counts_json(memory.unsorted)},
          {"sites", sites_json(memory.sites)},
          {"metrics",
           {{"load_requests", metrics.load_requests.metric},
            {"load_sectors", metrics.load_sectors.metric},
            {"store_requests", metrics.store_requests.metric},
            {"store_sectors", metrics.store_sectors.metric}}},
          {"finding", json_text_or_null(memory.finding)},
          {"not_counted_because", json_text_or_null(memory.not_counted_because)}};
}

ordered_json interval_json(const std::optional<Interval>& interval) {
  if (!interval) return nullptr;
  return {json_number(interval->low), json_number(interval->high)};
}

ordered_json ratio_json(const Grade& grade) {
  const Ratios& ratio = grade.ratio;
  const bool measured = ratio.measured && grade.timing;
  const Measurement measurement = measured ? grade.timing->measurement : Measurement{};
  return {{"predicted", json_or_null(ratio.predicted)},
          {"predicted_by_sectors", json_or_null(ratio.predicted_by_sectors)},
          {"predicted_by_time", json_or_null(ratio.predicted_by_time)},
          {"measured", json_or_null(ratio.measured)},
          {"measured_interval", interval_json(measurement.interval)},
          {"conclusive", measured ? ordered_json(measurement.conclusive()) : ordered_json(nullptr)},
          {"inconclusive_because", json_text_or_null(measurement.inconclusive_because)},
          {"claimed", json_or_null(ratio.claimed)},
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

ordered_json answers_json(const std::optional<Answers>& answers) {
  if (!answers) return nullptr;
  return {{"student", answers->student},
          {"predicted_lane_slots", json_or_null(answers->predicted_lane_slots)},
          {"measured_ratio", json_or_null(answers->measured_ratio)},
          {"measured_on", answers->measured_on},
          {"sentence", answers->sentence}};
}

ordered_json variants_json(const std::vector<Grade>& variants) {
  ordered_json list = ordered_json::array();
  for (const Grade& variant : variants) {
    list.push_back({{"name", variant.matrix.name},
                    {"seed", variant.seed},
                    {"status", status_name(variant.status)},
                    {"matrix", matrix_json(variant.matrix)},
                    {"checks", checks_json(variant.checks)},
                    {"rows_compared", variant.rows_compared},
                    {"bad_rows", variant.bad_rows},
                    {"first_bad_row", bad_row_json(variant.first_bad_row)},
                    {"lane_slots", lane_slots_json(variant.lane_slots)}});
  }
  return list;
}

ordered_json error_json(const std::optional<GradeError>& error) {
  if (!error) return nullptr;
  return {{"kind", error->kind}, {"message", error->message}};
}

ordered_json cuda_version(const std::optional<DeviceInfo>& device, int DeviceInfo::*member) {
  if (!device || (*device).*member == 0) return nullptr;
  const int version = (*device).*member;
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
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
  return {{"schema_version", kGradeSchemaVersion},
          {"submission", grade.submission},
          {"status", status_name(grade.status)},
          {"score", grade.score ? json_plain_number(*grade.score) : ordered_json(nullptr)},
          {"max_score", json_plain_number(grade.max_score)},
          {"error", error_json(grade.error)},
          {"checks", checks_json(grade.checks)},
          {"rows_compared", grade.rows_compared},
          {"bad_rows", grade.bad_rows},
          {"first_bad_row", bad_row_json(grade.first_bad_row)},
          {"matrix", matrix_json(grade.matrix)},
          {"block_size", json_or_null(grade.block_size)},
          {"lane_slots", lane_slots_json(grade.lane_slots)},
          {"memory", memory_json(grade.memory)},
          {"ratio", ratio_json(grade)},
          {"timing", timing_json(grade)},
          {"counters", counters_json(grade)},
          {"device", device_json(grade)},
          {"answers", answers_json(grade.answers)},
          {"variants", variants_json(grade.variants)},
          {"official",
           {{"source_sha256", json_text_or_null(grade.source_sha256)},
            {"isolation", json_text_or_null(grade.isolation)},
            {"attempts", grade.attempts},
            {"build_log", json_text_or_null(grade.build_log)}}},
          {"seeds", {{"inputs", grade.seed}, {"timing", json_or_null(grade.timing_seed)}}},
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
