#include "study.h"

#include "rowsort/checks/rows.h"
#include "rowsort/grade/grade_json.h"
#include "rowsort/grade/json_values.h"
#include "rowsort/matrix/lane_slots.h"

#include <algorithm>
#include <chrono>
#include <numeric>

namespace rowsort::lesson {
namespace {

void run_method(const TestCase& test_case, MethodStudy& study, Runner& runner,
                const StudyOptions& options) try {
  const auto say = [&](const char* doing) {
    options.progress(test_case.name + ": " + doing + " " + study.method->name);
  };
  say("building the format of");
  const Plan plan = study.method->plan(test_case.matrix, options.format_limit);
  std::vector<int> order = plan.order;
  if (order.empty()) {
    order.resize(plan.rows);
    std::iota(order.begin(), order.end(), 0);
  }
  const auto compare = [&](std::span<const float> y) {
    const RowComparison comparison =
        compare_rows(test_case.matrix, test_case.x, test_case.expected, order, y);
    if (comparison.bad_rows == 0) return;
    throw SubmissionError(FaultKind::kWrongAnswer, describe(comparison));
  };
  if (study.note = runner.refuse(plan); !study.note.empty()) {
    study.outcome = Outcome::kSkipped;
    return;
  }
  say("running");
  compare(runner.multiply(plan, test_case.x));
  if (options.count && !plan.cusparse) {
    say("counting");
    const PlanTrace trace = trace_plan(plan, test_case.x);
    compare(trace.y);
    study.traffic = trace.traffic;
  }
  if (options.runs > 0 && runner.can_time()) {
    say("timing");
    study.microseconds = runner.time(plan, test_case.x, options.runs, compare);
  }
  study.outcome = Outcome::kRight;
} catch (const FormatTooLarge& refusal) {
  study.outcome = Outcome::kRefused;
  study.note = refusal.what();
} catch (const SubmissionError& wrong) {
  study.outcome = Outcome::kWrong;
  study.note = wrong.what();
}

using json = nlohmann::ordered_json;

json times_json(const std::vector<double>& microseconds) {
  if (microseconds.empty()) return nullptr;
  return {{"median", median(microseconds)}, {"runs", microseconds}};
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
          {"lane_slots", method.lane_slots},
          {"useful_share",
           method.lane_slots ? json(useful_share(nonzeros, *method.lane_slots)) : json(nullptr)},
          {"executed", traffic_json(method.traffic)},
          {"model_bytes", model_bytes(study, method.size)},
          {"microseconds", times_json(method.microseconds)}};
}

}  // namespace

std::string outcome_name(Outcome outcome) {
  static constexpr const char* names[] = {"not_run", "right", "wrong", "refused", "skipped"};
  return names[static_cast<std::size_t>(outcome)];
}

MatrixStudy survey(const TestCase& test_case, const StudyOptions& options) {
  MatrixStudy study;
  study.test_case = &test_case;
  study.lengths = row_length_statistics(test_case.row_lengths);
  for (const std::string& id : options.methods.empty() ? method_ids() : options.methods) {
    MethodStudy& method = study.methods.emplace_back();
    method.method = &find_method(id);
    method.size = method.method->size(test_case.row_lengths);
    if (const auto& lane_slots = method.method->lane_slots) {
      method.lane_slots = lane_slots(test_case.row_lengths);
    }
  }
  return study;
}

void run_study(MatrixStudy& study, Runner& runner, const StudyOptions& options) {
  const TestCase& test_case = *study.test_case;
  if (options.runs > 0 && runner.can_time()) {
    options.progress(test_case.name + ": timing the floor");
    const Plan csr = find_method("csr-thread").plan(test_case.matrix, options.format_limit);
    study.floor_microseconds = runner.time_floor(csr, test_case.x, options.runs);
  }
  for (MethodStudy& method : study.methods) run_method(test_case, method, runner, options);
}

bool all_right(const MatrixStudy& study) {
  return std::none_of(study.methods.begin(), study.methods.end(),
                      [](const MethodStudy& method) { return method.outcome == Outcome::kWrong; });
}

const MethodStudy* fastest_method(const MatrixStudy& study, bool of_library) {
  const MethodStudy* best = nullptr;
  for (const MethodStudy& method : study.methods) {
    const bool is_library = !method.method->lane_slots;
    if (method.microseconds.empty() || is_library != of_library) continue;
    if (best == nullptr || median(method.microseconds) < median(best->microseconds)) {
      best = &method;
    }
  }
  return best;
}

double time_on_cpu(const std::function<void()>& work) {
  work();
  std::vector<double> microseconds(5);
  for (double& time : microseconds) {
    const auto start = std::chrono::steady_clock::now();
    work();
    time =
        std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
  }
  return median(microseconds);
}

std::uint64_t model_bytes(const MatrixStudy& study, const FormatSize& format) {
  const Csr& matrix = study.test_case->matrix;
  return format.bytes + sizeof(float) * (matrix.cols + matrix.rows());
}

json to_json(const MatrixStudy& study) {
  const Csr& matrix = study.test_case->matrix;
  json methods = json::array();
  for (const MethodStudy& method : study.methods) methods.push_back(method_json(study, method));
  return {{"name", study.test_case->name},
          {"seed", study.test_case->seed},
          {"rows", matrix.rows()},
          {"cols", matrix.cols},
          {"nonzeros", matrix.nnz()},
          {"row_lengths", study.lengths},
          {"dense_bytes", dense_bytes(matrix.rows(), matrix.cols)},
          {"floor_microseconds", times_json(study.floor_microseconds)},
          {"methods", methods}};
}

}  // namespace rowsort::lesson
