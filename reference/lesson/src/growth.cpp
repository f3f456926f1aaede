#include "growth.h"

#include "rowsort/errors.h"
#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/text.h"

#include <algorithm>
#include <map>
#include <utility>

#include "table.h"

namespace rowsort::lesson {
namespace {

double time_cpu(const TestCase& test_case) {
  std::vector<float> y;
  const double time = time_on_cpu([&] { y = spmv_reference(test_case.matrix, test_case.x); });
  // Looks at the result, so that the compiler cannot leave the product out.
  if (static_cast<double>(y.back()) != test_case.expected.want.back()) {
    throw EnvironmentError("the CPU's own product changed from one run to the next");
  }
  return time;
}

void add_points(const TestCase& test_case, Runner& runner, StudyOptions options,
                std::vector<GrowthPoint>& points) {
  const auto add = [&](const std::string& kernel, double microseconds) {
    points.push_back(
        {test_case.name, test_case.matrix.rows(), test_case.matrix.nnz(), kernel, microseconds});
  };
  if (!runner.can_time()) return add("CPU loop", time_cpu(test_case));
  if (options.methods.empty()) {
    options.methods = {"csr-thread",     "csr-warp",     "sorted-falling",
                       "csr-row-blocks", "csr-adaptive", "sliced-ell-1024"};
  }
  MatrixStudy study = survey(test_case, options);
  run_study(study, runner, options);
  add("floor", median(study.floor_microseconds));
  for (const MethodStudy& method : study.methods) {
    if (method.outcome == Outcome::kWrong) {
      throw SubmissionError(FaultKind::kWrongAnswer,
                            test_case.name + ", " + counted(test_case.matrix.rows(), "row") + ", " +
                                method.method->name + ": " + method.note);
    }
    if (!method.microseconds.empty()) add(method.method->name, median(method.microseconds));
  }
}

}  // namespace

std::vector<std::size_t> growth_sizes(std::size_t from, std::size_t to) {
  std::vector<std::size_t> sizes;
  for (std::size_t rows = from; rows < to; rows *= 4) sizes.push_back(rows);
  sizes.push_back(to);
  return sizes;
}

std::vector<GrowthPoint> measure_growth(const std::vector<std::size_t>& sizes, std::uint64_t seed,
                                        Runner& runner, const StudyOptions& options) {
  std::vector<GrowthPoint> points;
  for (const std::size_t rows : sizes) {
    options.progress("building " + counted(rows, "row"));
    add_points(exact_case("even", even_row_lengths(rows), seed), runner, options, points);
    add_points(exact_case("skewed", skewed_row_lengths(rows), seed), runner, options, points);
  }
  return points;
}

std::string growth_table(const std::vector<GrowthPoint>& points) {
  std::vector<std::string> head = {"matrix", "rows", "nonzeros"};
  for (const GrowthPoint& point : points) {
    if (std::find(head.begin(), head.end(), point.kernel) == head.end()) {
      head.push_back(point.kernel);
    }
  }
  Table table(head);
  // By matrix, then by size.
  std::map<std::pair<std::string, std::size_t>, std::vector<std::string>> lines;
  for (const GrowthPoint& point : points) {
    std::vector<std::string>& cells = lines[{point.matrix, point.rows}];
    if (cells.empty()) {
      cells.assign(head.size(), "-");
      cells[0] = point.matrix;
      cells[1] = grouped(point.rows);
      cells[2] = grouped(point.nonzeros);
    }
    const auto column = std::find(head.begin(), head.end(), point.kernel) - head.begin();
    cells[static_cast<std::size_t>(column)] = fixed(point.picoseconds_per_nonzero(), 1);
  }
  for (const auto& [key, cells] : lines) table.add(cells);
  return "\nPicoseconds per nonzero\n" + table.text();
}

nlohmann::ordered_json to_json(const std::vector<GrowthPoint>& points) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const GrowthPoint& point : points) {
    all.push_back({{"matrix", point.matrix},
                   {"rows", point.rows},
                   {"nonzeros", point.nonzeros},
                   {"kernel", point.kernel},
                   {"microseconds", point.microseconds},
                   {"picoseconds_per_nonzero", point.picoseconds_per_nonzero()}});
  }
  return all;
}

}  // namespace rowsort::lesson
