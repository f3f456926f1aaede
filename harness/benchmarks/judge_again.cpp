/// Judges kept samples with the method as it is now, so that measurements made before a change of
/// the method can be compared with those after it.
///
///   judge_again FILE
///
/// FILE is a grade, or a list of grades as repeat.py and orders_table.py write it. The result of
/// the ratio (measured, measured_interval, conclusive, inconclusive_because) is replaced with what
/// evaluate() makes of the same samples. Everything else stays the same. Exit status: 0 judged, 1
/// not a file of measured grades or not writable, 2 wrong usage.

#include "rowsort/grade/json_values.h"
#include "rowsort/measure/measurement.h"

#include <iostream>
#include <vector>

#include "kept_grades.h"
#include <nlohmann/json.hpp>

namespace {

using nlohmann::ordered_json;

std::vector<rowsort::TimedRun> runs_of(const ordered_json& times, const ordered_json& rates) {
  std::vector<rowsort::TimedRun> runs;
  for (std::size_t i = 0; i < times.size(); ++i) {
    runs.push_back({times.at(i).get<float>(), rates.at(i).get<float>()});
  }
  return runs;
}

rowsort::Measurement judge(const ordered_json& timing) {
  const auto unsorted = runs_of(timing.at("unsorted"), timing.at("unsorted_megahertz"));
  const auto submitted = runs_of(timing.at("submitted"), timing.at("submitted_megahertz"));
  std::vector<rowsort::TimedPair> pairs;
  for (std::size_t i = 0; i < unsorted.size(); ++i) {
    pairs.push_back({unsorted[i], submitted.at(i)});
  }
  std::vector<rowsort::TimedRun> before;
  for (const ordered_json& time : timing.at("baseline_before")) {
    before.push_back({time.get<float>(), 0});
  }
  return rowsort::evaluate(pairs, before, timing.at("other_processes").get<std::size_t>(), {});
}

void judge_grade(ordered_json& grade) {
  const rowsort::Measurement result = judge(grade.at("timing"));
  ordered_json& ratio = grade.at("ratio");
  ratio["measured"] = result.ratio;
  ratio["measured_interval"] = nullptr;
  if (result.interval) ratio["measured_interval"] = {result.interval->low, result.interval->high};
  ratio["conclusive"] = result.conclusive();
  ratio["inconclusive_because"] = rowsort::json_text_or_null(result.inconclusive_because);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: judge_again FILE\n";
    return 2;
  }
  return rowsort::change_kept_grades(argv[1], judge_grade);
}
