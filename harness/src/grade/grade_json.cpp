#include "rowsort/grade/grade_json.h"

#include "rowsort/grade/timing.h"
#include "rowsort/text.h"
#include "rowsort/version.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

namespace rowsort {
namespace {

using nlohmann::ordered_json;

// The shortest decimal that reads back as the float: 0.1f is written 0.1, not 0.10000000149011612.
ordered_json number(double value) {
  if (!std::isfinite(value)) return shortest(value);
  return value;
}

ordered_json number(float value) {
  return number(std::stod(shortest(value)));
}

template <typename T>
ordered_json or_null(const std::optional<T>& value) {
  return value ? ordered_json(*value) : ordered_json(nullptr);
}

ordered_json text_or_null(const std::string& text) {
  return text.empty() ? ordered_json(nullptr) : ordered_json(text);
}

const char* status_name(GradeStatus status) {
  switch (status) {
    case GradeStatus::kPass:
      return "pass";
    case GradeStatus::kFail:
      return "fail";
    case GradeStatus::kError:
      break;
  }
  return "error";
}

const char* status_name(CheckStatus status) {
  switch (status) {
    case CheckStatus::kPass:
      return "pass";
    case CheckStatus::kFail:
      return "fail";
    case CheckStatus::kSkipped:
      break;
  }
  return "skipped";
}

// Points are whole unless a rubric says otherwise; a whole number is written as one.
ordered_json points(double value) {
  if (value == std::floor(value)) return static_cast<std::int64_t>(value);
  return value;
}

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
            {"mean", number(matrix.row_lengths.mean)},
            {"histogram", histogram}}}};
}

ordered_json checks_json(const std::vector<CheckResult>& checks) {
  ordered_json list = ordered_json::array();
  for (const CheckResult& check : checks) {
    list.push_back({{"id", check_name(check.id)},
                    {"status", status_name(check.status)},
                    {"points", points(check.points)},
                    {"max_points", points(check.max_points)},
                    {"message", check.message}});
  }
  return list;
}

ordered_json bad_row_json(const std::optional<BadRow>& bad) {
  if (!bad) return nullptr;
  return {{"row", bad->row},
          {"got", number(bad->got)},
          {"want", number(bad->want)},
          {"length", bad->length},
          {"position", bad->position}};
}

ordered_json lane_slots_json(const LaneSlots& slots) {
  return {{"unsorted", slots.unsorted},
          {"submitted", or_null(slots.submitted)},
          {"minimum", slots.minimum},
          {"predicted", or_null(slots.predicted)},
          {"executed", or_null(slots.executed)}};
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
    list.push_back({{"file", text_or_null(site.file)},
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
  const auto loads = [&](std::uint64_t MemoryCounts::*member) {
    return memory.submitted ? ordered_json((*memory.submitted).*member) : ordered_json(nullptr);
  };
  return {{"requests", loads(&MemoryCounts::load_requests)},
          {"sectors", loads(&MemoryCounts::load_sectors)},
          {"submitted", counts_json(memory.submitted)},
          {"unsorted", counts_json(memory.unsorted)},
          {"sites", sites_json(memory.sites)},
          {"metrics",
           {{"load_requests", metrics.load_requests.metric},
            {"load_sectors", metrics.load_sectors.metric},
            {"store_requests", metrics.store_requests.metric},
            {"store_sectors", metrics.store_sectors.metric}}},
          {"finding", text_or_null(memory.finding)},
          {"not_counted_because", text_or_null(memory.not_counted_because)}};
}

ordered_json ratio_json(const Ratios& ratio) {
  return {{"predicted", or_null(ratio.predicted)},
          {"predicted_by_sectors", or_null(ratio.predicted_by_sectors)},
          {"measured", or_null(ratio.measured)},
          {"claimed", or_null(ratio.claimed)},
          {"not_measured_because", text_or_null(ratio.not_measured_because)}};
}

ordered_json timing_json(const std::vector<TimedPair>& pairs) {
  if (pairs.empty()) return nullptr;
  ordered_json unsorted = ordered_json::array();
  ordered_json submitted = ordered_json::array();
  for (const TimedPair& pair : pairs) {
    unsorted.push_back(number(pair.unsorted));
    submitted.push_back(number(pair.submitted));
  }
  return {{"unit", "microseconds"},
          {"method",
           "CUDA events; kernels take turns, L2 cache flushed and y poisoned before each run"},
          {"pairs", pairs.size()},
          {"unsorted", unsorted},
          {"submitted", submitted}};
}

ordered_json device_json(const Grade& grade) {
  if (!grade.device) return nullptr;
  const DeviceInfo& device = *grade.device;
  const bool cuda = device.kind == DeviceKind::kCuda;
  ordered_json json = {{"kind", cuda ? "cuda" : "cpu"},
                       {"name", device.name},
                       {"multiprocessors", device.multiprocessors},
                       {"note", text_or_null(grade.device_note)}};
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
          {"predicted_lane_slots", or_null(answers->predicted_lane_slots)},
          {"measured_ratio", or_null(answers->measured_ratio)},
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

ordered_json to_json(const Grade& grade) {
  return {{"schema_version", kGradeSchemaVersion},
          {"submission", grade.submission},
          {"status", status_name(grade.status)},
          {"score", grade.score ? points(*grade.score) : ordered_json(nullptr)},
          {"max_score", points(grade.max_score)},
          {"error", error_json(grade.error)},
          {"checks", checks_json(grade.checks)},
          {"rows_compared", grade.rows_compared},
          {"bad_rows", grade.bad_rows},
          {"first_bad_row", bad_row_json(grade.first_bad_row)},
          {"matrix", matrix_json(grade.matrix)},
          {"block_size", or_null(grade.block_size)},
          {"lane_slots", lane_slots_json(grade.lane_slots)},
          {"memory", memory_json(grade.memory)},
          {"ratio", ratio_json(grade.ratio)},
          {"timing", timing_json(grade.timed_pairs)},
          {"device", device_json(grade)},
          {"answers", answers_json(grade.answers)},
          {"variants", variants_json(grade.variants)},
          {"official",
           {{"source_sha256", text_or_null(grade.source_sha256)},
            {"isolation", text_or_null(grade.isolation)},
            {"attempts", grade.attempts},
            {"build_log", text_or_null(grade.build_log)}}},
          {"seeds", {{"inputs", grade.seed}}},
          {"versions",
           {{"rowsort", kVersion},
            {"compiler", kCompiler},
            {"cuda_runtime", cuda_version(grade.device, &DeviceInfo::runtime_version)},
            {"cuda_driver", cuda_version(grade.device, &DeviceInfo::driver_version)}}}};
}

}  // namespace rowsort
