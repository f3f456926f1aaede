#include "dense.h"

#include "rowsort/errors.h"
#include "rowsort/matrix/coo.h"
#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/text.h"

#include <numeric>
#include <random>
#include <set>
#include <stdexcept>
#include <vector>

#include "study.h"
#include "table.h"

namespace rowsort::lesson {
namespace {

// A square matrix with exact values at random places.
Coo random_matrix(std::size_t rows, std::size_t nonzeros, std::uint64_t seed) {
  const std::size_t all = rows * rows;
  if (nonzeros > all) throw std::invalid_argument("more nonzeros than places");
  std::mt19937_64 random(seed);
  std::set<std::size_t> places;
  while (places.size() < nonzeros) places.insert(random() % all);
  Coo coo{rows, rows, {}, {}, {}};
  for (const std::size_t place : places) {
    coo.add(static_cast<int>(place / rows), static_cast<int>(place % rows),
            exact_value(seed, coo.nnz()));
  }
  return coo;
}

std::vector<double> to_dense(const Coo& coo) {
  std::vector<double> dense(coo.rows * coo.cols);
  for (std::size_t e = 0; e < coo.nnz(); ++e) {
    const std::size_t row_start = static_cast<std::size_t>(coo.row[e]) * coo.cols;
    dense[row_start + static_cast<std::size_t>(coo.col[e])] = static_cast<double>(coo.val[e]);
  }
  return dense;
}

// transform_reduce has several sums: with a single one each addition would wait for the one before.
// The sums are exact, so their sequence does not matter.
void multiply_dense(const std::vector<double>& dense, const std::vector<double>& x,
                    std::vector<double>& y) {
  const double* entries = dense.data();
  for (double& result : y) {
    result = std::transform_reduce(x.begin(), x.end(), entries, 0.0);
    entries += x.size();
  }
}

// `val` has the matrix's values in double.
void multiply_csr(const CsrView& matrix, const std::vector<double>& val,
                  const std::vector<double>& x, std::vector<double>& y) {
  for (std::size_t row = 0; row < y.size(); ++row) {
    double sum = 0;
    for (std::size_t e = matrix.row_begin(row); e < matrix.row_end(row); ++e) {
      sum += val[e] * x[static_cast<std::size_t>(matrix.col_idx[e])];
    }
    y[row] = sum;
  }
}

}  // namespace

DenseComparison compare_with_dense(std::size_t rows, std::size_t nonzeros, std::uint64_t seed) {
  const Coo coo = random_matrix(rows, nonzeros, seed);
  const std::vector<double> dense = to_dense(coo);
  const Csr csr = to_csr(coo);
  const std::vector<double> val(csr.val.begin(), csr.val.end());
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
  comparison.csr_microseconds = time_on_cpu([&] { multiply_csr(csr, val, x, from_csr); });
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

nlohmann::ordered_json to_json(const DenseComparison& comparison) {
  return {{"rows", comparison.rows},
          {"nonzeros", comparison.nonzeros},
          {"dense_bytes", comparison.dense_bytes},
          {"csr_bytes", comparison.csr_bytes},
          {"dense_microseconds", comparison.dense_microseconds},
          {"csr_microseconds", comparison.csr_microseconds}};
}

}  // namespace rowsort::lesson
