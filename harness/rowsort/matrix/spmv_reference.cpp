#include "spmv_reference.h"

#include <cmath>

namespace rowsort {
namespace {

constexpr double kUnitRoundoff = 0x1p-24;
constexpr double kLongestSimpleBound = 4095;

double error_factor(double length) {
  const double simple = (length + 1) * kUnitRoundoff;
  return length <= kLongestSimpleBound ? simple : simple / (1 - simple);
}

}  // namespace

std::vector<float> spmv_reference(const CsrView& matrix, std::span<const float> x) {
  std::vector<float> y(matrix.rows());
  for (std::size_t row = 0; row < y.size(); ++row) {
    float sum = 0;
    for (std::size_t e = matrix.row_begin(row); e < matrix.row_end(row); ++e) {
      sum += matrix.val[e] * x[static_cast<std::size_t>(matrix.col_idx[e])];
    }
    y[row] = sum;
  }
  return y;
}

ExpectedRows expect_exact(const CsrView& matrix, std::span<const float> x) {
  const std::vector<float> y = spmv_reference(matrix, x);
  return {std::vector<double>(y.begin(), y.end()), {}};
}

ExpectedRows expect_within_bound(const CsrView& matrix, std::span<const float> x) {
  ExpectedRows expected;
  expected.want.resize(matrix.rows());
  expected.bound.resize(matrix.rows());
  for (std::size_t row = 0; row < matrix.rows(); ++row) {
    double sum = 0;
    double magnitude = 0;
    for (std::size_t e = matrix.row_begin(row); e < matrix.row_end(row); ++e) {
      const double product = static_cast<double>(matrix.val[e]) *
                             static_cast<double>(x[static_cast<std::size_t>(matrix.col_idx[e])]);
      sum += product;
      magnitude += std::abs(product);
    }
    expected.want[row] = sum;
    expected.bound[row] = error_factor(matrix.row_length(row)) * magnitude;
  }
  return expected;
}

}  // namespace rowsort
