#include "dense.h"

#include "rowsort/errors.h"
#include "rowsort/matrix/coo.h"
#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/text.h"

#include <algorithm>
#include <random>
#include <stdexcept>
#include <vector>

#include "study.h"
#include "table.h"

namespace rowsort::lesson {
namespace {

// CSR with values in double.
struct DoubleCsr {
  explicit DoubleCsr(const Csr& csr) : structure(csr), val(csr.val.begin(), csr.val.end()) {}

  template <typename Visit>
  void for_each_entry(std::size_t row, Visit visit) const {
    for (int e = structure.row_ptr[row]; e < structure.row_ptr[row + 1]; ++e) {
      const auto entry = static_cast<std::size_t>(e);
      visit(static_cast<std::size_t>(structure.col_idx[entry]), val[entry]);
    }
  }

  const Csr& structure;
  std::vector<double> val;
};

// The numbers of `nonzeros` different random places, in rising order.
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

Csr random_matrix(std::size_t rows, std::size_t nonzeros, std::uint64_t seed) {
  Coo coo{rows, rows, {}, {}, {}};
  for (const std::size_t place : random_places(rows, nonzeros, seed)) {
    coo.row.push_back(static_cast<int>(place / rows));
    coo.col.push_back(static_cast<int>(place % rows));
    coo.val.push_back(exact_value(seed, coo.val.size()));
  }
  return to_csr(coo);
}

std::vector<double> to_dense(const DoubleCsr& csr, std::size_t rows) {
  std::vector<double> dense(rows * rows);
  for (std::size_t row = 0; row < rows; ++row) {
    csr.for_each_entry(row, [&](std::size_t col, double val) { dense[row * rows + col] = val; });
  }
  return dense;
}

// Four sums at a time: with one sum each addition would wait for the one before. The sums are exact,
// so their sequence does not matter.
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

void multiply_csr(const DoubleCsr& csr, const std::vector<double>& x, std::vector<double>& y) {
  for (std::size_t row = 0; row < y.size(); ++row) {
    double sum = 0;
    csr.for_each_entry(row, [&](std::size_t col, double val) { sum += val * x[col]; });
    y[row] = sum;
  }
}

}  // namespace

DenseComparison compare_with_dense(std::size_t rows, std::size_t nonzeros, std::uint64_t seed) {
  const Csr matrix = random_matrix(rows, nonzeros, seed);
  const DoubleCsr csr(matrix);
  const std::vector<double> dense = to_dense(csr, rows);
  const std::vector<float> floats = exact_vector(rows, seed);
  const std::vector<double> x(floats.begin(), floats.end());
  std::vector<double> from_dense(rows);
  std::vector<double> from_csr(rows);

  DenseComparison comparison;
  comparison.rows = rows;
  comparison.nonzeros = nonzeros;
  comparison.dense_bytes = dense.size() * sizeof(double);
  comparison.csr_bytes = (rows + 1) * sizeof(int) + nonzeros * (sizeof(int) + sizeof(double));
  comparison.dense_microseconds = time_on_cpu([&] { multiply_dense(dense, x, from_dense); });
  comparison.csr_microseconds = time_on_cpu([&] { multiply_csr(csr, x, from_csr); });
  if (from_dense != from_csr) {
    throw SubmissionError(FaultKind::kWrongAnswer, "the dense and the CSR product differ");
  }
  return comparison;
}

std::string describe(const DenseComparison& comparison) {
  const double share = static_cast<double>(comparison.nonzeros) /
                       static_cast<double>(comparison.rows * comparison.rows);
  const double memory_ratio =
      static_cast<double>(comparison.dense_bytes) / static_cast<double>(comparison.csr_bytes);
  Table table({"", "dense array", "CSR", "dense / CSR"});
  table.add({"memory (bytes)", grouped(comparison.dense_bytes), grouped(comparison.csr_bytes),
             fixed(memory_ratio, 1)});
  table.add({"y = A x (ms)", fixed(comparison.dense_microseconds / 1e3, 3),
             fixed(comparison.csr_microseconds / 1e3, 3),
             fixed(comparison.dense_microseconds / comparison.csr_microseconds, 1)});
  return "\nA dense array compared with CSR: " + grouped(comparison.rows) + " squared in double, " +
         grouped(comparison.nonzeros) + " nonzeros (" + percent(share, 2) +
         "), one core, medians of 5 runs\n" + table.text() +
         "Both results are equal. The dense product reads every zero, the CSR product reads none. "
         "The time goes into reading memory.\n";
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
