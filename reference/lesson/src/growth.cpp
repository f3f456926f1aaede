#include "growth.h"

#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/text.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "table.h"

namespace rowsort::lesson {
namespace {

constexpr int kCpuRuns = 5;

const std::vector<std::string>& growth_methods() {
  static const std::vector<std::string> ids = {"csr-thread",     "csr-warp",     "sorted-falling",
                                               "csr-row-blocks", "csr-adaptive", "sliced-ell-1024"};
  return ids;
}

double time_cpu(const TestCase& test_case) {
  std::vector<double> microseconds;
  for (int run = 0; run < kCpuRuns; ++run) {
    const auto start = std::chrono::steady_clock::now();
    const std::vector<float> y = spmv_reference(test_case.matrix, test_case.x);
    const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - start;
    // Also keeps the product from being left out.
    if (static_cast<double>(y.back()) != test_case.expected.want.back()) {
      throw std::runtime_error("the CPU's own product changed from one run to the next");
    }
    microseconds.push_back(took.count());
  }
  return median_time(microseconds);
}

void add_points(const TestCase& test_case, Runner& runner, StudyOptions options,
                std::vector<GrowthPoint>& points) {
  const auto add = [&](const std::string& kernel, double microseconds) {
    points.push_back(
        {test_case.name, test_case.matrix.rows(), test_case.matrix.nnz(), kernel, microseconds});
  };
  if (!runner.can_time()) return add("the CPU's own loop", time_cpu(test_case));
  if (options.methods.empty()) options.methods = growth_methods();
  MatrixStudy study = survey(test_case, options);
  run_study(study, runner, options);
  add("floor", median_time(study.floor_microseconds));
  for (const MethodStudy& method : study.methods) {
    if (method.outcome == Outcome::kWrong) {
      throw std::runtime_error(test_case.name + ", " + grouped(test_case.matrix.rows()) +
                               " rows, " + method.method->name + ": " + method.note);
    }
    if (!method.microseconds.empty()) add(method.method->name, median_time(method.microseconds));
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
  for (const char* matrix : {"even", "skewed"}) {
    std::vector<std::string> cells;
    std::size_t rows = 0;
    for (const GrowthPoint& point : points) {
      if (point.matrix != matrix) continue;
      if (point.rows != rows) {
        if (!cells.empty()) table.add(cells);
        rows = point.rows;
        cells.assign(head.size(), "-");
        cells[0] = matrix;
        cells[1] = grouped(rows);
        cells[2] = grouped(point.nonzeros);
      }
      const auto column = std::find(head.begin(), head.end(), point.kernel) - head.begin();
      cells[static_cast<std::size_t>(column)] = fixed(point.picoseconds_per_nonzero(), 1);
    }
    if (!cells.empty()) table.add(cells);
  }
  return "\nGrowth: picoseconds per nonzero\n" + table.text();
}

nlohmann::json to_json(const std::vector<GrowthPoint>& points) {
  nlohmann::json all = nlohmann::json::array();
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
