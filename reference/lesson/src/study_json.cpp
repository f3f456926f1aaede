#include "rowsort/grade/json_values.h"
#include "rowsort/matrix/lane_slots.h"

#include "study.h"

namespace rowsort::lesson {
namespace {

using nlohmann::json;

json times_json(const std::vector<double>& microseconds) {
  if (microseconds.empty()) return nullptr;
  return {{"median", median_time(microseconds)}, {"runs", microseconds}};
}

json traffic_json(const std::optional<Traffic>& traffic) {
  if (!traffic) return nullptr;
  return {{"lane_slots", traffic->lane_slots},
          {"load_requests", traffic->load_requests},
          {"load_sectors", traffic->load_sectors},
          {"store_sectors", traffic->store_sectors}};
}

json method_json(const MatrixStudy& study, const MethodStudy& method) {
  const std::uint64_t nonzeros = study.nonzeros();
  return {{"id", method.method->id},
          {"name", method.method->name},
          {"format", method.method->format},
          {"outcome", outcome_name(method.outcome)},
          {"note", json_text_or_null(method.note)},
          {"format_bytes", method.size.bytes},
          {"places", method.size.places},
          {"padding_share", padding_share(nonzeros, method.size.places)},
          {"chunk_occupancy", useful_share(nonzeros, method.size.places)},
          {"lane_slots", json_or_null(method.lane_slots)},
          {"useful_share",
           method.lane_slots ? json(useful_share(nonzeros, *method.lane_slots)) : json(nullptr)},
          {"executed", traffic_json(method.traffic)},
          {"model_bytes", model_bytes(study, method.size)},
          {"microseconds", times_json(method.microseconds)}};
}

}  // namespace

json to_json(const MatrixStudy& study) {
  const Csr& matrix = study.test_case->matrix;
  json histogram = json::array();
  for (const HistogramBin& bin : study.lengths.histogram) {
    histogram.push_back({{"shortest", bin.shortest}, {"longest", bin.longest}, {"rows", bin.rows}});
  }
  json methods = json::array();
  for (const MethodStudy& method : study.methods) methods.push_back(method_json(study, method));
  return {{"name", study.test_case->name},
          {"seed", study.test_case->seed},
          {"rows", matrix.rows()},
          {"cols", matrix.cols},
          {"nonzeros", matrix.nnz()},
          {"row_lengths",
           {{"min", study.lengths.min},
            {"max", study.lengths.max},
            {"mean", study.lengths.mean},
            {"histogram", histogram}}},
          {"dense_bytes", dense_bytes(matrix.rows(), matrix.cols)},
          {"floor_microseconds", times_json(study.floor_microseconds)},
          {"methods", methods}};
}

}  // namespace rowsort::lesson
