#include "dense.h"

#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/measure/statistics.h"
#include "rowsort/text.h"

#include <algorithm>
#include <chrono>
#include <random>
#include <stdexcept>
#include <vector>

#include "formats/format_size.h"
#include "table.h"

namespace rowsort::lesson {
namespace {

// CSR with values in double.
struct WideCsr {
  std::vector<int> row_ptr;
  std::vector<int> col_idx;
  std::vector<double> val;
};

// `nonzeros` different places, drawn one after the other.
std::vector<std::size_t> random_places(std::size_t rows, std::size_t nonzeros, std::uint64_t seed) {
  const std::size_t all = rows * rows;
  if (nonzeros > all) throw std::invalid_argument("more nonzeros than places");
  std::mt19937_64 random(seed);
  std::vector<bool> taken(all);
  std::vector<std::size_t> places;
  while (places.size() < nonzeros) {
    const std::size_t place = random() % all;
    if (taken[place]) continue;
    taken[place] = true;
    places.push_back(place);
  }
  std::sort(places.begin(), places.end());
  return places;
}

WideCsr to_wide_csr(const std::vector<std::size_t>& places, std::size_t rows, std::uint64_t seed) {
  WideCsr csr;
  csr.row_ptr.assign(rows + 1, 0);
  for (const std::size_t place : places) {
    ++csr.row_ptr[place / rows + 1];
    csr.col_idx.push_back(static_cast<int>(place % rows));
    csr.val.push_back(static_cast<double>(exact_value(seed, csr.val.size())));
  }
  for (std::size_t row = 0; row < rows; ++row) csr.row_ptr[row + 1] += csr.row_ptr[row];
  return csr;
}

std::vector<double> to_dense(const WideCsr& csr, std::size_t rows) {
  std::vector<double> dense(rows * rows);
  for (std::size_t row = 0; row < rows; ++row) {
    for (int j = csr.row_ptr[row]; j < csr.row_ptr[row + 1]; ++j) {
      const auto e = static_cast<std::size_t>(j);
      dense[row * rows + static_cast<std::size_t>(csr.col_idx[e])] = csr.val[e];
    }
  }
  return dense;
}

// Four sums at a time, or each addition would wait for the one before; the sums are exact, so their
// sequence does not matter.
void multiply_dense(const std::vector<double>& dense, const std::vector<double>& x,
                    std::vector<double>& y) {
  const std::size_t cols = x.size();
  for (std::size_t row = 0; row < y.size(); ++row) {
    const double* entries = dense.data() + row * cols;
    double sums[4] = {};
    std::size_t col = 0;
    for (; col + 4 <= cols; col += 4) {
      for (std::size_t k = 0; k < 4; ++k) sums[k] += entries[col + k] * x[col + k];
    }
    for (; col < cols; ++col) sums[0] += entries[col] * x[col];
    y[row] = sums[0] + sums[1] + sums[2] + sums[3];
  }
}

void multiply_csr(const WideCsr& csr, const std::vector<double>& x, std::vector<double>& y) {
  for (std::size_t row = 0; row < y.size(); ++row) {
    double sum = 0;
    for (int j = csr.row_ptr[row]; j < csr.row_ptr[row + 1]; ++j) {
      const auto e = static_cast<std::size_t>(j);
      sum += csr.val[e] * x[static_cast<std::size_t>(csr.col_idx[e])];
    }
    y[row] = sum;
  }
}

template <typename Multiply>
double median_microseconds(Multiply multiply) {
  std::vector<double> times;
  multiply();  // first touch of y, and whatever else the first run pays for
  for (int run = 0; run < kDenseRuns; ++run) {
    const auto start = std::chrono::steady_clock::now();
    multiply();
    times.push_back(
        std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start)
            .count());
  }
  return median(times);
}

}  // namespace

DenseComparison compare_with_dense(std::size_t rows, std::size_t nonzeros, std::uint64_t seed) {
  const WideCsr csr = to_wide_csr(random_places(rows, nonzeros, seed), rows, seed);
  const std::vector<double> dense = to_dense(csr, rows);
  const std::vector<float> narrow = exact_vector(rows, seed);
  const std::vector<double> x(narrow.begin(), narrow.end());
  std::vector<double> from_dense(rows);
  std::vector<double> from_csr(rows);

  DenseComparison comparison;
  comparison.rows = rows;
  comparison.nonzeros = nonzeros;
  comparison.dense_bytes = dense.size() * sizeof(double);
  comparison.csr_bytes = csr.row_ptr.size() * sizeof(int) + csr.col_idx.size() * sizeof(int) +
                         csr.val.size() * sizeof(double);
  comparison.dense_microseconds =
      median_microseconds([&] { multiply_dense(dense, x, from_dense); });
  comparison.csr_microseconds = median_microseconds([&] { multiply_csr(csr, x, from_csr); });
  if (from_dense != from_csr) {
    throw std::runtime_error("the dense and the CSR product differ");
  }
  return comparison;
}

std::string describe(const DenseComparison& comparison) {
  const double share = static_cast<double>(comparison.nonzeros) /
                       static_cast<double>(comparison.rows * comparison.rows);
  const auto ratio = [](double dense, double csr) { return fixed(dense / csr, 1); };
  Table table({"", "dense array", "CSR", "dense / CSR"});
  table.add({"memory (bytes)", grouped(comparison.dense_bytes), grouped(comparison.csr_bytes),
             ratio(static_cast<double>(comparison.dense_bytes),
                   static_cast<double>(comparison.csr_bytes))});
  table.add({"y = A x (ms)", fixed(comparison.dense_microseconds / 1e3, 3),
             fixed(comparison.csr_microseconds / 1e3, 3),
             ratio(comparison.dense_microseconds, comparison.csr_microseconds)});
  return "\nDense against CSR: " + grouped(comparison.rows) + " squared in double, " +
         grouped(comparison.nonzeros) + " nonzeros (" + fixed(100 * share, 2) +
         "%), one core, medians of " + std::to_string(kDenseRuns) + " runs\n" + table.text() +
         "Both results are equal. A dense product reads every zero, CSR none: it is the bytes that "
         "take the time.\n";
}

nlohmann::json to_json(const DenseComparison& comparison) {
  return {{"rows", comparison.rows},
          {"nonzeros", comparison.nonzeros},
          {"dense_bytes", comparison.dense_bytes},
          {"csr_bytes", comparison.csr_bytes},
          {"dense_microseconds", comparison.dense_microseconds},
          {"csr_microseconds", comparison.csr_microseconds}};
}

}  // namespace rowsort::lesson
